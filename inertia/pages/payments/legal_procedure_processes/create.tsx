import { Day } from '~/kit/day'
import { Money, type MoneyValue, moneyText } from '~/kit/money'
import type { PlainColumn } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import type { LegalCostRow } from '../legal_procedures/cost_rows'
import { type PayerAccount, ProcessForm } from '../process_form'
import { ProcessPage } from '../process_page'

type Group = { siteId: number; site: string; costs: number; total: MoneyValue }
type Props = { groups: Group[]; siteId: number | null; costs: LegalCostRow[]; accounts: PayerAccount[] }

const columns: PlainColumn<LegalCostRow>[] = [
  { key: 'description', header: 'Concepto', cell: (row) => `${row.procedure.number} · ${row.description}` },
  { key: 'payee', header: 'Beneficiario', cell: (row) => row.payee },
  { key: 'due_on', header: 'Vencimiento', cell: (row) => <Day value={row.dueOn} /> },
  { key: 'pending', header: 'Pendiente', numeric: true, cell: (row) => <Money value={row.pending} /> },
]

/** The review before the pay buffer, one company at a time. */
export default function LegalProcessCreate({ groups, siteId, costs, accounts }: Props) {
  return (
    <ProcessPage
      title="Preparar el pago de procedimientos"
      subtitle="Costes aprobados que nadie ha ordenado todavía"
      back={urlFor('paylegalprocedures')}
      emptyText="No hay pagos pendientes."
      isEmpty={groups.length === 0}
      groups={groups.map((group) => ({
        siteId: group.siteId,
        label: `${group.site} · ${group.costs === 1 ? '1 coste' : `${group.costs} costes`} · ${moneyText(group.total)}`,
      }))}
      siteId={siteId}
      urlOf={(site_id) => urlFor('paylegalprocedures.process', null, { site_id })}
    >
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
    </ProcessPage>
  )
}
