import { Head, router } from '@inertiajs/react'
import { EmptyState } from '~/kit/empty_state'
import { SelectField } from '~/kit/fields/choice_fields'
import { type MoneyValue, moneyText } from '~/kit/money'
import { PageHead } from '~/kit/page_head'
import { urlFor } from '~/urls'
import { processUrl } from './month_list'
import type { PayrollRow } from './payroll_rows'
import { type PayerAccount, ProcessForm } from './process_form'

type Group = {
  site_id: number
  site: string
  period: string
  period_text: string
  employees: number
  payable: number
  total: MoneyValue
}

type Props = {
  groups: Group[]
  chosen: { site_id: number; period: string; period_text: string } | null
  payments: PayrollRow[]
  accounts: PayerAccount[]
}

/** The review before the pay buffer: one company and month at a time. */
export default function PayrollProcessShow({ groups, chosen, payments, accounts }: Props) {
  const keyOf = ({ site_id, period }: { site_id: number; period: string }) => `${site_id} ${period}`
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
              label: `${group.site} · ${group.period_text} · ${group.employees} pagos · ${moneyText(group.total)}`,
            }))}
            value={keyOf(chosen)}
            onChange={(value) => {
              const group = groups.find((known) => keyOf(known) === value)
              if (group) router.get(processUrl(group))
            }}
          />
          <ProcessForm key={keyOf(chosen)} payments={payments} accounts={accounts} />
        </>
      ) : (
        <EmptyState text="No hay pagos pendientes." />
      )}
    </>
  )
}
