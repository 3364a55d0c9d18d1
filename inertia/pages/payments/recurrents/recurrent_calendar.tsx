import { monthText } from '#app/kernel/time/month_text'
import type { Cells } from '~/kit/list/declared_columns'
import { ListPage } from '~/kit/list/list_page'
import type { Filter, ListOf } from '~/kit/list/list_types'
import { Money } from '~/kit/money'
import { urlFor } from '~/urls'
import { paymentsText, Sums } from '../sums'
import type { CalendarMonth, CalendarRow } from './recurrent_rows'

const cells: Cells<CalendarRow> = {
  amount: (row) => (row.amount ? <Money value={row.amount} /> : 'Variable'),
}

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
      cells={cells}
      storageKey="recurrent_calendar"
      filters={filters}
      searchLabel={null}
      rowHref={(row) => urlFor('payrecurrents.edit', { id: row.recurrentId })}
      nouns={{ one: 'pago', many: 'pagos' }}
      amountOf={(row) => row.amount}
      empty={{ text: 'No vence ningún pago recurrente en tres meses.' }}
    />
  )
}
