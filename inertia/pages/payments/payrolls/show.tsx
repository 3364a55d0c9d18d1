import { Head, router } from '@inertiajs/react'
import { counted } from '#app/kernel/text/counted'
import { Day } from '~/kit/day'
import { SelectField } from '~/kit/fields/choice_fields'
import { EmptyState } from '~/kit/list/empty_state'
import { Money, type MoneyValue, moneyText } from '~/kit/money'
import { PageHead } from '~/kit/page_head'
import type { PlainColumn } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import { type PayerAccount, ProcessForm } from '../process_form'
import { processUrl } from './month_list'
import type { PayrollRow } from './payroll_rows'

type Group = {
  siteId: number
  site: string
  period: string
  periodText: string
  employees: number
  payable: number
  total: MoneyValue
}

type Props = {
  groups: Group[]
  chosen: { siteId: number; period: string; periodText: string } | null
  payments: PayrollRow[]
  accounts: PayerAccount[]
}

const columns: PlainColumn<PayrollRow>[] = [
  { key: 'employee', header: 'Empleado', cell: (row) => row.employee },
  { key: 'concept', header: 'Concepto', cell: (row) => row.concept },
  { key: 'payOn', header: 'Fecha de pago', cell: (row) => <Day value={row.payOn} /> },
  { key: 'amount', header: 'Neto', numeric: true, cell: (row) => <Money value={row.amount} /> },
]

/** The review before the pay buffer: one company and month at a time. */
export default function PayrollProcessShow({ groups, chosen, payments, accounts }: Props) {
  const keyOf = ({ siteId, period }: { siteId: number; period: string }) => `${siteId} ${period}`
  return (
    <>
      <Head title="Preparar el pago de nómina" />
      <PageHead
        title="Preparar el pago de nómina"
        subtitle="Se aprueba como un todo: el total decide cuántas aprobaciones hacen falta."
        back={urlFor('paypayrolls')}
      />
      {chosen ? (
        <>
          <SelectField
            name="group"
            label="Empresa y periodo"
            isRequired
            options={groups.map((group) => ({
              value: keyOf(group),
              label: `${group.site} · ${group.periodText} · ${counted(group.employees, 'pago', 'pagos')} · ${moneyText(group.total)}`,
            }))}
            value={keyOf(chosen)}
            onChange={(value) => {
              const group = groups.find((known) => keyOf(known) === value)
              if (group) router.get(processUrl(group))
            }}
          />
          <ProcessForm
            key={keyOf(chosen)}
            rows={payments}
            accounts={accounts}
            url={urlFor('paypayrolls.process.store')}
            keysField="payroll_ids"
            title="Pagos"
            label="Nóminas que se van a pagar"
            dayHelp="Sin fecha, la de pago de cada nómina, o el primer día que admite el banco."
            amountOf={({ amount }) => amount}
            nameOf={({ employee }) => `a ${employee}`}
            columns={columns}
            totals={{ text: 'employee', amount: 'amount' }}
            duplicates="ask_in_doubt"
          />
        </>
      ) : (
        <EmptyState text="No hay pagos pendientes." />
      )}
    </>
  )
}
