import { Link } from '@inertiajs/react'
import { Day, monthText } from '~/kit/day'
import { Section } from '~/kit/detail_page'
import { Money, type MoneyValue } from '~/kit/money'
import { PageHead } from '~/kit/page_head'
import { type PlainColumn, PlainTable } from '~/kit/plain_table'
import { urlFor } from '~/urls'
import { Sums } from '../sums'
import type { CalendarRow } from './recurrent_rows'

const columns: PlainColumn<CalendarRow>[] = [
  { key: 'pay', header: 'Se paga el', cell: (row) => <Day value={row.pay_on} /> },
  { key: 'due', header: 'Vencimiento', cell: (row) => <Day value={row.due_on} /> },
  {
    key: 'concept',
    header: 'Concepto',
    cell: (row) => <Link href={urlFor('payrecurrents.edit', { id: row.id })}>{row.concept}</Link>,
  },
  { key: 'payee', header: 'Beneficiario', cell: (row) => row.payee },
  { key: 'site', header: 'Empresa', cell: (row) => row.site },
  {
    key: 'amount',
    header: 'Importe',
    numeric: true,
    cell: (row) => (row.amount ? <Money value={row.amount} /> : 'Variable'),
  },
]

/** What falls due of the recurring payments in the next three months, month by month. */
export function RecurrentCalendar({ rows }: { rows: CalendarRow[] }) {
  const months = [...Map.groupBy(rows, (row) => row.pay_on.slice(0, 7))]
  return (
    <>
      <PageHead
        title="Calendario de pagos recurrentes"
        subtitle="Los próximos tres meses"
        back={urlFor('payrecurrents')}
      />
      {months.length === 0 ? <p>No vence ningún pago recurrente en tres meses.</p> : null}
      {months.map(([month, days]) => (
        <Section key={month} title={monthText(month)} actions={<Sums amounts={amountsOf(days)} />}>
          <PlainTable
            label={monthText(month)}
            rows={days}
            columns={columns}
            keyOf={(row) => row.key}
            empty="Ninguno."
          />
        </Section>
      ))}
    </>
  )
}

const amountsOf = (days: CalendarRow[]): MoneyValue[] =>
  days.map(({ amount }) => amount).filter((amount) => amount !== null)
