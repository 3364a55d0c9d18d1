import { inEuros } from '#app/accounts/queries/sum_accounts'
import { seesPayroll, type Viewer } from '#app/accounts/viewer'
import { byCurrency } from '#app/kernel/money/sums'
import {
  addDays,
  type CalendarDate,
  endOfMonth,
  monthOf,
  today,
  weekdayOf,
} from '#app/kernel/time/calendar_date'
import { listRates } from '#app/ledger/queries/fx_rates'
import { type PlannedRecurrent, plannedRecurrents } from '#app/payments/kinds/recurring/planned_recurrents'
import { PAYROLL_CONCEPTS, periodText } from '#app/payroll/payroll_concepts'
import { type PayrollToPay, payrollToPay } from '#app/payroll/queries/payroll_to_pay'
import { type DueSpan, dueByDay, isWithin, within } from '#app/reports/queries/due_widgets'
import { type OwedDocument, owedDocuments } from '#app/reports/queries/owed_documents'
import type { TreasuryWidget } from '#app/reports/queries/treasury_widget'

/** What is to be paid in a week - invoices in `minor` - and what is left at its end. Amounts in cents of EUR. */
export type ForecastWeek = DueSpan & {
  recurrentMinor: number
  payrollMinor: number
  otherMinor: number
  balance: number
}

const WEEKS = 13

/**
 * The cash of the next thirteen weeks: what there is on the accounts, in euros at today's rates, less the invoices that fall due, the recurring payments, the
 * salaries and everything else that is approved and not paid, what is overdue in the first week. Money to come in is not
 * foreseen.
 */
export async function forecastWidget(
  viewer: Viewer,
  { companies }: Pick<TreasuryWidget, 'companies'>
): Promise<ForecastWeek[]> {
  const monday = addDays(today(), -((weekdayOf(today()) + 6) % 7))
  const [cash, due, planned] = await Promise.all([
    cashInEuros(companies),
    dueByDay(viewer.siteIds),
    plannedPayments(viewer, addDays(monday, WEEKS * 7 - 1)),
  ])
  let balance = cash
  return Array.from({ length: WEEKS }, (_, index) => {
    const start = addDays(monday, index * 7)
    const days = { from: index === 0 ? null : start, to: addDays(start, 6) }
    const week = within(due, { label: start, ...days })
    const sums = sumsOf(paymentsWithin(planned, days))
    balance -= week.minor + sums.recurrentMinor + sums.payrollMinor + sums.otherMinor
    return { ...week, ...sums, balance }
  })
}

/** Payments that are to be made beside those of invoices, each debt once. */
type PlannedPayments = {
  recurrents: PlannedRecurrent[]
  payroll: PayrollToPay[]
  others: OwedDocument[]
}

/** Salaries of a day as they may be shown: by company and month, or as one sum of the month. */
export type ShownPayroll = Pick<PayrollToPay, 'payOn' | 'minor'> & {
  text: string
  detail: Omit<PayrollToPay, 'payOn' | 'minor' | 'concept'> | null
}

export type Forecast = Omit<PlannedPayments, 'payroll'> & {
  payroll: ShownPayroll[]
  cashMinor: number
  /** Everything before the days that are asked about. */
  beforeMinor: number
  due: DueSpan
  recurrentMinor: number
  payrollMinor: number
  otherMinor: number
  balanceMinor: number
}

type Days = Pick<DueSpan, 'from'> & { to: CalendarDate }

/** What a figure of the forecast is made of: the cash of today less everything until a day, those days apart. Cents of EUR. */
export async function explainForecast(
  viewer: Viewer,
  days: Days,
  { companies }: Pick<TreasuryWidget, 'companies'>
): Promise<Forecast> {
  const [cashMinor, due, planned] = await Promise.all([
    cashInEuros(companies),
    dueByDay(viewer.siteIds),
    plannedPayments(viewer, days.to),
  ])
  const all = within(due, { label: days.to, from: null, to: days.to }).minor + totalOf(sumsOf(planned))
  const shown = within(due, { label: days.to, ...days })
  const payments = paymentsWithin(planned, days)
  const sums = sumsOf(payments)
  return {
    cashMinor,
    beforeMinor: all - shown.minor - totalOf(sums),
    due: shown,
    recurrents: payments.recurrents,
    others: payments.others,
    payroll: seesPayroll(viewer) ? payments.payroll.map(withDetail) : byMonth(payments.payroll),
    ...sums,
    balanceMinor: cashMinor - all,
  }
}

async function plannedPayments(viewer: Viewer, until: CalendarDate): Promise<PlannedPayments> {
  const [recurrents, payroll, others] = await Promise.all([
    plannedRecurrents(viewer.siteIds, until),
    payrollToPay(viewer.siteIds, until),
    owedDocuments(viewer, until),
  ])
  return { recurrents: recurrents.filter(({ currency }) => currency === 'EUR'), payroll, others }
}

function paymentsWithin({ recurrents, payroll, others }: PlannedPayments, days: Days): PlannedPayments {
  const isAsked = ({ payOn }: { payOn: CalendarDate }) => isWithin(payOn, days)
  return {
    recurrents: recurrents.filter(isAsked),
    payroll: payroll.filter(isAsked),
    others: others.filter(isAsked),
  }
}

const sumsOf = ({ recurrents, payroll, others }: PlannedPayments) => ({
  recurrentMinor: sumOf(recurrents),
  payrollMinor: sumOf(payroll),
  otherMinor: sumOf(others),
})

const totalOf = ({ recurrentMinor, payrollMinor, otherMinor }: ReturnType<typeof sumsOf>) =>
  recurrentMinor + payrollMinor + otherMinor

const sumOf = (planned: readonly { minor: number }[]) => planned.reduce((sum, { minor }) => sum + minor, 0)

const withDetail = ({ payOn, minor, concept, ...detail }: PayrollToPay): ShownPayroll => ({
  payOn,
  minor,
  text: `${PAYROLL_CONCEPTS[concept]} ${periodText(detail.period)}`,
  detail,
})

/** One line for each month in which they are paid: what those may know who do not see payroll. */
function byMonth(payroll: readonly PayrollToPay[]): ShownPayroll[] {
  const months = Map.groupBy(payroll, ({ payOn }) => endOfMonth(payOn))
  return [...months].map(([payOn, ofMonth]) => ({
    payOn,
    minor: sumOf(ofMonth),
    text: `Nóminas ${periodText(monthOf(payOn))}`,
    detail: null,
  }))
}

/** As the list of accounts has it; what has no rate is named there. */
async function cashInEuros(companies: TreasuryWidget['companies']): Promise<number> {
  const balances = companies.map(({ balance, currency }) => ({ minor: balance, currency }))
  return inEuros(byCurrency(balances), await listRates(today())).minor
}
