import { Day, monthText } from '~/kit/day'
import { ListPage } from '~/kit/list_page'
import type { Column, Filter, ListOf } from '~/kit/list_types'
import { Money } from '~/kit/money'
import { urlFor } from '~/urls'
import { paymentsText, Sums } from '../sums'
import type { CalendarMonth, CalendarRow } from './recurrent_rows'

const columns: Column<CalendarRow>[] = [
  { key: 'pay_on', header: 'Se paga el', sortable: true, cell: (row) => <Day value={row.pay_on} /> },
  { key: 'due', header: 'Vencimiento', card: 'hidden', cell: (row) => <Day value={row.due_on} /> },
  { key: 'concept', header: 'Concepto', cell: (row) => row.concept },
  { key: 'payee', header: 'Beneficiario', cell: (row) => row.payee },
  { key: 'site', header: 'Empresa', cell: (row) => row.site },
  {
    key: 'amount',
    header: 'Importe',
    numeric: true,
    card: 'figure',
    cell: (row) => (row.amount ? <Money value={row.amount} /> : 'Variable'),
  },
]

const filters: Filter[] = [{ name: 'site_ids', label: 'Empresa', kind: 'sites' }]

type Props = { list: ListOf<CalendarRow>; months: CalendarMonth[] }

/** What falls due of the recurring payments in the next three months, each month with its sum. */
export function RecurrentCalendar({ list, months }: Props) {
  return (
    <ListPage
      title="Calendario de pagos recurrentes"
      subtitle="Los próximos tres meses"
      back={urlFor('payrecurrents')}
      figures={months.map(({ month, payments, amounts }) => ({
        label: monthText(month),
        hint: paymentsText(payments),
        value: amounts.length > 0 ? <Sums amounts={amounts} /> : 'Variable',
      }))}
      list={list}
      columns={columns}
      storageKey="recurrent_calendar"
      filters={filters}
      searchLabel={null}
      rowHref={(row) => urlFor('payrecurrents.edit', { id: row.recurrent_id })}
      nouns={{ one: 'pago', many: 'pagos' }}
      amountOf={(row) => row.amount}
      empty={{ text: 'No vence ningún pago recurrente en tres meses.' }}
    />
  )
}
