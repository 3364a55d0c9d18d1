import { addDays, type CalendarDate, today, weekdayOf } from '#app/kernel/calendar_date'
import { rows } from '#app/kernel/sql'
import { type PlannedRecurrent, plannedRecurrents } from '#app/payments/queries/planned_recurrents'
import { OPEN } from '#app/reports/queries/open_invoices'
import type { TreasuryWidget } from '#app/reports/queries/treasury_widget'

/** A stretch of due days, both ends in it; open where null. Amounts in cents of EUR. */
export type DueSpan = {
  label: string
  from: CalendarDate | null
  to: CalendarDate | null
  minor: number
  count: number
}
/** What invoices (`minor`) and recurring payments take in a week, and what is left at its end. */
export type ForecastWeek = DueSpan & { recurrentMinor: number; balance: number }

const WEEKS = 13

type DueDay = { dueOn: CalendarDate | null; minor: number; count: number }

/** What is left of the open invoices in euros by due day: one walk along the partial index of open invoices. */
function dueByDay(siteIds: number[] | 'all'): Promise<DueDay[]> {
  return rows<DueDay>(
    `select i.due_on, sum(i.outstanding_minor)::bigint as minor, count(*)::int as count from invoices i
      where ${OPEN} and i.currency = 'EUR' and (:all or i.site_id = any(:ids::bigint[])) group by 1`,
    { all: siteIds === 'all', ids: siteIds === 'all' ? [] : siteIds }
  )
}

/**
 * The cash of the next thirteen weeks: what there is in euros less the invoices that fall due and the recurring payments,
 * those overdue in the first week. Money to come in is not foreseen.
 */
export async function forecastWidget(
  siteIds: number[] | 'all',
  { companies }: Pick<TreasuryWidget, 'companies'>
): Promise<ForecastWeek[]> {
  const monday = addDays(today(), -((weekdayOf(today()) + 6) % 7))
  const [due, recurrents] = await Promise.all([
    dueByDay(siteIds),
    plannedInEuros(siteIds, addDays(monday, WEEKS * 7 - 1)),
  ])
  let balance = cashInEuros(companies)
  return Array.from({ length: WEEKS }, (_, index) => {
    const start = addDays(monday, index * 7)
    const days = { from: index === 0 ? null : start, to: addDays(start, 6) }
    const week = within(due, { label: start, ...days })
    const recurrentMinor = sumOf(recurrents.filter(({ payOn }) => isWithin(payOn, days)))
    balance -= week.minor + recurrentMinor
    return { ...week, recurrentMinor, balance }
  })
}

export type Forecast = {
  cashMinor: number
  /** Invoices and recurring payments before the days that are asked about. */
  beforeMinor: number
  due: DueSpan
  recurrentMinor: number
  recurrents: PlannedRecurrent[]
  balanceMinor: number
}

type Days = Pick<DueSpan, 'from'> & { to: CalendarDate }

/** What a figure of the forecast is made of: the cash of today less everything until a day, those days apart. Cents of EUR. */
export async function explainForecast(
  siteIds: number[] | 'all',
  days: Days,
  { companies }: Pick<TreasuryWidget, 'companies'>
): Promise<Forecast> {
  const [due, planned] = await Promise.all([dueByDay(siteIds), plannedInEuros(siteIds, days.to)])
  const until = { label: days.to, from: null, to: days.to }
  const all = within(due, until).minor + sumOf(planned)
  const shown = within(due, { label: days.to, ...days })
  const recurrents = planned.filter(({ payOn }) => isWithin(payOn, days))
  const recurrentMinor = sumOf(recurrents)
  const cashMinor = cashInEuros(companies)
  return {
    cashMinor,
    beforeMinor: all - shown.minor - recurrentMinor,
    due: shown,
    recurrentMinor,
    recurrents,
    balanceMinor: cashMinor - all,
  }
}

async function plannedInEuros(siteIds: number[] | 'all', until: CalendarDate): Promise<PlannedRecurrent[]> {
  return (await plannedRecurrents(siteIds, until)).filter(({ currency }) => currency === 'EUR')
}

const sumOf = (planned: readonly PlannedRecurrent[]) => planned.reduce((sum, { minor }) => sum + minor, 0)

const cashInEuros = (companies: TreasuryWidget['companies']) =>
  companies.reduce((sum, { currency, balance }) => (currency === 'EUR' ? sum + balance : sum), 0)

const isWithin = (day: CalendarDate, { from, to }: Pick<Span, 'from' | 'to'>) =>
  (!from || day >= from) && (!to || day <= to)

/** What is owed by how long it has been due. */
export async function ageingWidget(siteIds: number[] | 'all'): Promise<DueSpan[]> {
  const due = await dueByDay(siteIds)
  const now = today()
  const spans = [
    { label: 'Sin vencer', from: now, to: null },
    { label: '1 a 30 días', from: addDays(now, -30), to: addDays(now, -1) },
    { label: '31 a 60 días', from: addDays(now, -60), to: addDays(now, -31) },
    { label: '61 a 90 días', from: addDays(now, -90), to: addDays(now, -61) },
    { label: 'Más de 90 días', from: null, to: addDays(now, -91) },
  ]
  const undated = due.filter(({ dueOn }) => dueOn === null)
  const without = addUp({ label: 'Sin vencimiento', from: null, to: null }, undated)
  return [...spans.map((span) => within(due, span)), ...(without.count > 0 ? [without] : [])]
}

type Span = Pick<DueSpan, 'label' | 'from' | 'to'>

function within(due: DueDay[], span: Span): DueSpan {
  const inside = due.filter(({ dueOn }) => dueOn !== null && isWithin(dueOn, span))
  return addUp(span, inside)
}

const addUp = (span: Span, due: DueDay[]): DueSpan => ({
  ...span,
  minor: due.reduce((sum, { minor }) => sum + minor, 0),
  count: due.reduce((sum, { count }) => sum + count, 0),
})
