import { Head, Link } from '@inertiajs/react'
import { Day } from '~/kit/day'
import { Section } from '~/kit/detail_page'
import { KeyFigures } from '~/kit/key_figures'
import { Money, type MoneyValue } from '~/kit/money'
import { PageHead } from '~/kit/page_head'
import { type PlainColumn, PlainTable } from '~/kit/plain_table'
import { urlFor } from '~/urls'

type Planned = {
  id: number
  pay_on: string
  concept: string
  payee: string
  site: string
  amount: MoneyValue
}

type Props = {
  /** The first day that is told apart; null for everything until the last. */
  from: string | null
  until: string
  site_ids: number[]
  cash: MoneyValue
  before: MoneyValue
  due: { count: number; amount: MoneyValue }
  recurrent: MoneyValue
  balance: MoneyValue
  recurrents: Planned[]
}

const columns: PlainColumn<Planned>[] = [
  { key: 'pay_on', header: 'Se paga el', cell: (row) => <Day value={row.pay_on} /> },
  {
    key: 'concept',
    header: 'Concepto',
    cell: (row) => <Link href={urlFor('payrecurrents.edit', { id: row.id })}>{row.concept}</Link>,
  },
  { key: 'payee', header: 'Beneficiario', cell: (row) => row.payee },
  { key: 'site', header: 'Empresa', cell: (row) => row.site },
  { key: 'amount', header: 'Importe', numeric: true, cell: (row) => <Money value={row.amount} /> },
]

/** The cash of today less what falls due until a day: what a figure of the forecast is made of. */
export default function ForecastShow(props: Props) {
  const { from, until, site_ids, cash, before, due, recurrent, balance, recurrents } = props
  return (
    <>
      <Head title="Previsión de tesorería" />
      <PageHead
        title="Previsión de tesorería"
        subtitle={
          <>
            Saldo en euros menos lo que vence hasta el <Day value={until} />. No prevé cobros.
          </>
        }
        back={urlFor('/')}
      />
      <KeyFigures
        figures={[
          {
            label: 'Saldo en euros a hoy',
            value: <Money value={cash} isAlarming />,
            href: urlFor('accounts', null, { currency: 'EUR', site_ids }),
          },
          ...(from
            ? [
                {
                  label: 'Vence antes',
                  value: <Money value={before} />,
                  href: urlFor('resumen.forecast', null, { until: dayBefore(from), site_ids }),
                },
              ]
            : []),
          {
            label: 'Facturas que vencen',
            hint: due.count === 1 ? '1 factura' : `${due.count.toLocaleString('es-ES')} facturas`,
            value: <Money value={due.amount} />,
            href: urlFor('resumen.due', null, { due_from: from, due_to: until, currency: 'EUR', site_ids }),
          },
          { label: 'Pagos recurrentes', value: <Money value={recurrent} /> },
          { label: 'Saldo previsto', value: <Money value={balance} isAlarming /> },
        ]}
      />
      <Section title="Pagos recurrentes">
        <PlainTable
          label="Pagos recurrentes"
          rows={recurrents}
          columns={columns}
          keyOf={(row) => `${row.id} ${row.pay_on}`}
          empty="Ningún pago recurrente en estos días."
          phone="cards"
        />
      </Section>
    </>
  )
}

function dayBefore(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - 1)
  return date.toISOString().slice(0, 10)
}
