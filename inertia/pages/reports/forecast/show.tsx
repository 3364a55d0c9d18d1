import { Head } from '@inertiajs/react'
import { Day } from '~/kit/day'
import { Section } from '~/kit/detail/detail_page'
import { KeyFigures } from '~/kit/detail/key_figures'
import { Money, type MoneyValue } from '~/kit/money'
import { PageHead } from '~/kit/page_head'
import { urlFor } from '~/urls'
import {
  type Other,
  OthersTable,
  type Payroll,
  PayrollsTable,
  type Planned,
  RecurrentsTable,
} from './payment_tables'

type Props = {
  /** The first day that is told apart; null for everything until the last. */
  from: string | null
  until: string
  siteIds: number[]
  cash: MoneyValue
  before: MoneyValue
  due: { count: number; amount: MoneyValue }
  recurrent: MoneyValue
  payroll: MoneyValue
  other: MoneyValue
  recurrentAndOther: MoneyValue
  balance: MoneyValue
  recurrents: Planned[]
  payrolls: Payroll[]
  others: Other[]
}

/** The cash of today less what falls due until a day: what a figure of the forecast is made of. */
export default function ForecastShow(props: Props) {
  const { from, until, siteIds, cash, before, due, balance } = props
  return (
    <>
      <Head title="Previsión de tesorería" />
      <PageHead
        title="Previsión de tesorería"
        subtitle={
          <>
            Saldo en euros al cambio de hoy menos lo que vence hasta el <Day value={until} />; las facturas en
            otra divisa, al cambio de su asiento. No prevé cobros ni impuestos.
          </>
        }
        back={urlFor('/')}
      />
      <KeyFigures
        figures={[
          {
            label: 'Saldo en euros a hoy',
            value: <Money value={cash} isAlarming />,
            href: urlFor('accounts', null, { site_ids: siteIds }),
          },
          ...(from
            ? [
                {
                  label: 'Vence antes',
                  value: <Money value={before} />,
                  href: urlFor('resumen.forecast', null, { until: dayBefore(from), site_ids: siteIds }),
                },
              ]
            : []),
          {
            label: 'Facturas que vencen',
            hint: due.count === 1 ? '1 factura' : `${due.count.toLocaleString('es-ES')} facturas`,
            value: <Money value={due.amount} />,
            href: urlFor('resumen.due', null, {
              due_from: from,
              due_to: until,
              books: 'EUR',
              site_ids: siteIds,
            }),
          },
          { label: 'Nóminas', value: <Money value={props.payroll} /> },
          { label: 'Recurrentes y otros', value: <Money value={props.recurrentAndOther} /> },
          { label: 'Saldo previsto', value: <Money value={balance} isAlarming /> },
        ]}
      />
      <Section title="Pagos recurrentes">
        <RecurrentsTable rows={props.recurrents} total={props.recurrent} />
      </Section>
      <Section title="Nóminas">
        <PayrollsTable rows={props.payrolls} total={props.payroll} />
      </Section>
      <Section title="Notas de gastos, costes jurídicos y provisiones">
        <OthersTable rows={props.others} total={props.other} />
      </Section>
    </>
  )
}

function dayBefore(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - 1)
  return date.toISOString().slice(0, 10)
}
