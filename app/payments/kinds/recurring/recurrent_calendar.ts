import { rows } from '#app/kernel/database/sql'
import { type ListColumn, shownColumns } from '#app/kernel/lists/list_columns'
import type { Filter, ListOf, ListRequest } from '#app/kernel/lists/listing'
import { CHUNK_SIZE } from '#app/kernel/lists/page_sizes'
import type { MoneyJson } from '#app/kernel/money/money'
import {
  addDays,
  addMonths,
  type CalendarDate,
  compareDays,
  monthOf,
  today,
} from '#app/kernel/time/calendar_date'
import { dueDaysUntil, payDay, type Schedule } from '#app/payments/kinds/recurring/schedule'

/** One payment in the calendar of the next months. */
type CalendarRow = {
  id: string
  recurrentId: number
  dueOn: string
  payOn: string
  site: string
  payee: string
  concept: string
  amount: MoneyJson | null
}

const columns: readonly ListColumn<CalendarRow>[] = [
  { key: 'payOn', title: 'Se paga el', kind: 'day', sort: 'pay_on' },
  { key: 'dueOn', title: 'Vencimiento', kind: 'day', card: 'hidden' },
  { key: 'concept', title: 'Concepto', kind: 'name', second: 'payee' },
  { key: 'payee', title: 'Beneficiario', kind: 'text', isOptional: true },
  { key: 'site', title: 'Empresa', kind: 'reference' },
  { key: 'amount', title: 'Importe', kind: 'money', card: 'figure' },
]

/** A month of the calendar, how many payments it has and what those of a known amount come to by currency. */
type CalendarMonth = { month: string; payments: number; amounts: MoneyJson[] }

export const CALENDAR_SORTS = {
  sorts: { pay_on: { sql: 'pay_on', type: 'date' as const } },
  defaultSort: 'pay_on',
}

const CALENDAR_MONTHS = 3

type Agreement = Schedule & {
  id: number
  amountMinor: number | null
  currency: string
  holidayRule: 'next' | 'previous'
  nextOn: CalendarDate
}
type Due = { agreement: Agreement; dueOn: CalendarDate; payOn: CalendarDate }

/** What falls due within three months of the active agreements, page by page; what is shown is read for the page alone. */
export async function recurrentCalendar(
  request: ListRequest,
  scope: Filter
): Promise<{ list: ListOf<CalendarRow>; months: CalendarMonth[] }> {
  const until = addDays(addMonths(today(), CALENDAR_MONTHS), -1)
  const payDayOf = rememberedPayDay()
  const due = (await activeUntil(until, scope))
    .flatMap((agreement) => daysOf(agreement, until, payDayOf))
    .toSorted((a, b) => compareDays(a.payOn, b.payOn) || a.agreement.id - b.agreement.id)
  const size = request.perPage === 'all' ? CHUNK_SIZE : request.perPage
  const skip = request.perPage === 'all' ? Number(request.cursor ?? 0) || 0 : (request.page - 1) * size
  const inOrder = request.direction === 'desc' ? due.toReversed() : due
  const shown = inOrder.slice(skip, skip + size)
  const listed = await rowsOf(shown)
  return {
    list: {
      rows: listed,
      columns: shownColumns(columns, { rows: listed }),
      page: request.page,
      perPage: request.perPage,
      total: due.length,
      totalIsExact: true,
      sort: 'pay_on',
      direction: request.direction,
      cursor: skip + size < due.length ? String(skip + size) : null,
    },
    months: monthsOf(due),
  }
}

function activeUntil(until: CalendarDate, scope: Filter): Promise<Agreement[]> {
  return rows<Agreement>(
    `select r.id, r.amount_minor, r.currency, r.frequency, r.day, r.start_on, r.end_on, r.occurrences, r.holiday_rule, r.next_on
       from recurrent_payments r where ${[`r.status = 'active'`, 'r.next_on <= :until', ...scope.where].join(' and ')}`,
    { ...scope.bindings, until }
  )
}

type PayDay = (dueOn: CalendarDate, rule: Agreement['holidayRule']) => CalendarDate

const daysOf = (agreement: Agreement, until: CalendarDate, payDayOf: PayDay): Due[] =>
  dueDaysUntil(agreement, agreement.nextOn, until).map((dueOn) => ({
    agreement,
    dueOn,
    payOn: payDayOf(dueOn, agreement.holidayRule),
  }))

/** Many fall due on the same few days: each of these is looked at once. */
function rememberedPayDay(): PayDay {
  const known = { next: new Map<string, CalendarDate>(), previous: new Map<string, CalendarDate>() }
  return (dueOn, rule) => {
    const day = known[rule].get(dueOn) ?? payDay(dueOn, rule)
    known[rule].set(dueOn, day)
    return day
  }
}

async function rowsOf(shown: Due[]): Promise<CalendarRow[]> {
  const found = await rows<{ id: number; site: string; payee: string; concept: string }>(
    `select r.id, s.code as site, p.legal_name as payee, r.concept from recurrent_payments r join sites s on s.id = r.site_id join providers p on p.id = r.provider_id
      where r.id = any(:ids::bigint[])`,
    { ids: [...new Set(shown.map(({ agreement }) => agreement.id))] }
  )
  const named = new Map(found.map(({ id, ...texts }) => [id, texts]))
  return shown.flatMap(({ agreement, dueOn, payOn }) => {
    const texts = named.get(agreement.id)
    if (!texts) return []
    const { id, amountMinor: minor, currency } = agreement
    const amount = minor === null ? null : { minor, currency }
    return [{ id: `${id}-${dueOn}`, recurrentId: id, dueOn, payOn, ...texts, amount }]
  })
}

function monthsOf(due: Due[]): CalendarMonth[] {
  return [...Map.groupBy(due, ({ payOn }) => monthOf(payOn))].map(([month, days]) => ({
    month,
    payments: days.length,
    amounts: [...Map.groupBy(days, ({ agreement }) => agreement.currency)].flatMap(([currency, own]) => {
      const known = own.flatMap(({ agreement }) => agreement.amountMinor ?? [])
      return known.length > 0 ? [{ minor: known.reduce((sum, minor) => sum + minor, 0), currency }] : []
    }),
  }))
}
