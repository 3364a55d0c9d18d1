import { openDemoLoan, payDemoOrder } from '#app/demo/documents/demo_loan_money'
import { activateAll, readyLoan, type Wanted } from '#app/demo/documents/demo_ready_loan'
import type { DemoSite } from '#app/demo/group/demo_sites'
import type { DemoUsers } from '#app/demo/group/demo_users'
import {
  addDays,
  addMonths,
  type CalendarDate,
  endOfMonth,
  maxDay,
  startOfMonth,
} from '#app/kernel/time/calendar_date'
import { closeMonths } from '#app/loans/actions/close_months'
import { followDays } from '#app/loans/actions/follow_days'
import { settlePeriods } from '#app/loans/actions/settle_periods'
import { previewCompensation, proposeCompensation } from '#app/loans/compensations/propose_compensation'
import type { LoanKind } from '#app/loans/loan_labels'
import { askWithdrawal } from '#app/loans/payments/ask_withdrawal'
import { postDueInstallments } from '#app/loans/payments/post_due_installments'

const person = (userId: number) => ({ userId, kind: 'user' as const })

/**
 * Loans of the group with a year behind them, taken over with the balances of their books at the end of a month: of the
 * holding to hotels, between hotels both ways, of a bank; one that is overdue, one that waits for approval, a netting, and a line for what
 * the holding pays in a hotel's name.
 */
export async function createDemoLoans(sites: DemoSite[], users: DemoUsers, day: CalendarDate): Promise<void> {
  const [holding, serena, albufera, carmen, maspalomas, ribera] = sites
  if (!holding || !serena || !albufera || !carmen || !maspalomas || !ribera) return
  const month = startOfMonth(day)
  const loadedOn = endOfMonth(addMonths(month, -2))
  const startOn = addMonths(month, -14)
  const term = { startOn, firstPaymentOn: addMonths(startOn, 1), loadedOn }
  const running: Wanted[] = [
    {
      ...term,
      lender: holding,
      borrower: serena,
      principalMinor: 30_000_000,
      periods: 60,
      feeMinor: 150_000,
    },
    {
      ...term,
      lender: holding,
      borrower: albufera,
      principalMinor: 18_000_000,
      method: 'linear',
      periodicity: 'quarterly',
      firstPaymentOn: addMonths(startOn, 3),
      periods: 20,
      rateType: 'variable',
      rate: '3.9',
      rateIndex: 'Euríbor a 12 meses',
      spread: '1.5',
    },
    {
      ...term,
      lender: holding,
      borrower: ribera,
      principalMinor: 9_000_000,
      periods: 24,
      gracePeriods: 6,
      loadedOn: endOfMonth(addMonths(month, -6)),
    },
    {
      ...term,
      lender: 'Banco Hipotecario del Sur',
      borrower: carmen,
      principalMinor: 24_000_000,
      periods: 120,
      rate: '3.15',
      loadedOn: endOfMonth(addMonths(month, -1)),
    },
    ...balances({ serena, albufera, holding, maspalomas }, { startOn, loadedOn, month }),
    // Nothing is drawn of it yet: what the holding pays for the hotel goes into it.
    {
      lender: holding,
      borrower: serena,
      kind: 'credit_line',
      method: null,
      dayCount: 'ACT/365',
      periodicity: 'quarterly',
      principalMinor: 6_000_000,
      startOn: month,
      maturityOn: addMonths(month, 24),
    },
  ]
  const ids = new Map<LoanKind, number>()
  for (const wanted of running) {
    const id = await readyLoan(wanted, users)
    await activateAll(id, users)
    await openDemoLoan(id)
    ids.set(wanted.kind ?? 'term', id)
  }
  await drawMore(ids, day, users)
  await settlePeriods(day)
  await closeMonths(day)
  await postDueInstallments(day)
  await followDays(day)
  await readyLoan(
    {
      lender: holding,
      borrower: maspalomas,
      principalMinor: 12_500_000,
      periods: 36,
      startOn: day,
      firstPaymentOn: addMonths(day, 1),
    },
    users
  )
  await proposeNetting([serena, albufera], endOfMonth(addMonths(month, -1)), users)
}

type Hotels = Record<'serena' | 'albufera' | 'holding' | 'maspalomas', DemoSite>
type Days = Record<'startOn' | 'loadedOn' | 'month', CalendarDate>

/** Balances that go up and down: two hotels that owe each other, and what the holding advances. */
function balances(
  { serena, albufera, holding, maspalomas }: Hotels,
  { startOn, loadedOn, month }: Days
): Wanted[] {
  const line = {
    kind: 'credit_line' as const,
    method: null,
    dayCount: 'ACT/365' as const,
    periodicity: 'quarterly' as const,
    startOn,
    maturityOn: addMonths(month, 22),
    loadedOn,
  }
  return [
    { ...line, lender: serena, borrower: albufera, principalMinor: 15_000_000, loadedMinor: 8_240_000 },
    { ...line, lender: albufera, borrower: serena, principalMinor: 10_000_000, loadedMinor: 4_550_000 },
    {
      ...line,
      kind: 'current_account',
      lender: holding,
      borrower: maspalomas,
      maturityOn: null,
      loadedMinor: 6_310_000,
    },
  ]
}

/** A few days ago the holding advanced a little more: the first payment to an account takes one approval more than its amount. Another withdrawal is still a draft. */
async function drawMore(
  ids: ReadonlyMap<LoanKind, number>,
  day: CalendarDate,
  users: DemoUsers
): Promise<void> {
  const senior = person(users.senior)
  const on = maxDay(addDays(day, -3), startOfMonth(day))
  const currentAccountId = ids.get('current_account') ?? 0
  const advanced = await askWithdrawal(
    currentAccountId,
    { amountMinor: 450_000, valueOn: on, accountId: null },
    senior
  )
  await payDemoOrder(advanced.orderNumber ?? '', on, users)
  await askWithdrawal(currentAccountId, { amountMinor: 900_000, valueOn: day, accountId: null }, senior)
}

async function proposeNetting(sites: DemoSite[], cutOffOn: CalendarDate, users: DemoUsers): Promise<void> {
  const wanted = {
    cutOffOn,
    siteIds: sites.map(({ id }) => id),
    currency: 'EUR',
    includesInterest: false,
    mode: 'bilateral' as const,
    residual: 'current' as const,
  }
  const { fingerprint } = await previewCompensation(wanted)
  await proposeCompensation({ ...wanted, shownFingerprint: fingerprint }, person(users.senior))
}
