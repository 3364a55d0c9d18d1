import { Head, router } from '@inertiajs/react'
import { Day } from '~/kit/day'
import { EmptyState } from '~/kit/empty_state'
import { SelectField } from '~/kit/fields/choice_fields'
import { Money, type MoneyValue, moneyText } from '~/kit/money'
import { PageHead } from '~/kit/page_head'
import type { PlainColumn } from '~/kit/plain_table'
import { urlFor } from '~/urls'
import type { LegalCostRow } from '../legal_procedures/cost_rows'
import styles from '../process.module.css'
import { type PayerAccount, ProcessForm } from '../process_form'

type Group = { site_id: number; site: string; costs: number; total: MoneyValue }
type Props = { groups: Group[]; site_id: number | null; costs: LegalCostRow[]; accounts: PayerAccount[] }

const columns: PlainColumn<LegalCostRow>[] = [
  { key: 'description', header: 'Concepto', cell: (row) => `${row.procedure.number} · ${row.description}` },
  { key: 'payee', header: 'Beneficiario', cell: (row) => row.payee },
  { key: 'due_on', header: 'Vencimiento', cell: (row) => <Day value={row.due_on} /> },
  { key: 'pending', header: 'Pendiente', numeric: true, cell: (row) => <Money value={row.pending} /> },
]

/** The review before the pay buffer, one company at a time. */
export default function LegalProcessCreate({ groups, site_id: siteId, costs, accounts }: Props) {
  return (
    <>
      <Head title="Preparar el pago de procedimientos" />
      <PageHead
        title="Preparar el pago de procedimientos"
        subtitle="Costes aprobados que nadie ha ordenado todavía"
        back={urlFor('paylegalprocedures')}
      />
      {siteId === null || groups.length === 0 ? (
        <EmptyState text="No hay pagos pendientes." />
      ) : (
        <div className={styles.form}>
          <SelectField
            name="site"
            label="Empresa"
            isRequired
            options={groups.map((group) => ({
              value: String(group.site_id),
              label: `${group.site} · ${group.costs === 1 ? '1 coste' : `${group.costs} costes`} · ${moneyText(group.total)}`,
            }))}
            value={String(siteId)}
            onChange={(value) => {
              if (value) router.get(urlFor('paylegalprocedures.process', null, { site_id: value }))
            }}
          />
          <ProcessForm
            key={siteId}
            rows={costs}
            accounts={accounts}
            url={urlFor('paylegalprocedures.process.store')}
            keysField="cost_ids"
            title="Costes"
            label="Costes que se van a pagar"
            dayHelp="Sin fecha, la de vencimiento de cada coste, o el primer día que admite el banco."
            amountOf={({ pending }) => pending}
            nameOf={({ description }) => description}
            columns={columns}
            totals={{ text: 'description', amount: 'pending' }}
            duplicates="ask"
          />
        </div>
      )}
    </>
  )
}
