import { oneRow } from '#app/kernel/database/sql'
import { addDays, addMonths, today } from '#app/kernel/time/calendar_date'
import { closeMonths } from '#app/loans/actions/close_months'
import { reviseRate } from '#app/loans/actions/revise_rate'
import { settlePeriods } from '#app/loans/actions/settle_periods'
import { askEarlyPayment } from '#app/loans/payments/ask_early_payment'
import { askPayment } from '#app/loans/payments/ask_payment'
import { askWithdrawal } from '#app/loans/payments/ask_withdrawal'
import { returnOrder } from '#app/payments/orders/fail_order'
import { type LoanStage, makeRunningLoan, payOrder } from '#tests/factories/loans'
import {
  type Acted,
  DONE,
  type Group,
  loanStage,
  NOTHING,
  type Random,
  someDay,
  someKey,
  someMonthEnd,
} from './stage.js'

const PRINCIPAL_MAX = 150_000

const stageOf = ({ companies, author, approvers }: Group): LoanStage => {
  const [lender, borrower] = companies
  if (!lender || !borrower) throw new Error('A group has companies')
  return { companies, lender, borrower, creator: author, approvers }
}

/** One company lends to another: a loan by instalments or a credit line, agreed by both and paid out. */
export async function lend(random: Random, group: Group): Promise<Acted> {
  const startOn = random.between(0, 2) > 0 ? addDays(today(), -random.between(1, 25)) : someDay(random)
  const principalMinor = random.between(1_000, PRINCIPAL_MAX)
  if (random.between(0, 2) > 0)
    await makeRunningLoan(loanStage(random, group), {
      principalMinor,
      startOn,
      firstPaymentOn: addMonths(startOn, 1),
      periods: random.between(1, 24),
      method: random.oneOf(['french', 'linear', 'bullet']),
      rate: random.oneOf(['0', '4.5', '7.125']),
    })
  else
    await makeRunningLoan(loanStage(random, group), {
      kind: 'credit_line',
      principalMinor,
      startOn,
      maturityOn: addMonths(startOn, 36),
    })
  return DONE
}

const activeLoan = (random: Random, condition: string): Promise<number | null> =>
  someKey(
    random,
    `select id from loans where status = 'active' and lender_site_id is not null and ${condition}`
  )

/** More of a credit line is drawn. */
export async function withdraw(random: Random, group: Group): Promise<Acted> {
  const loanId = await activeLoan(random, `kind = 'credit_line'`)
  if (loanId === null) return NOTHING
  const { orderNumber } = await askWithdrawal(
    loanId,
    { amountMinor: random.between(100, PRINCIPAL_MAX / 10), valueOn: today(), accountId: null },
    group.author.actor
  )
  if (orderNumber !== null) await payOrder(stageOf(group), orderNumber, today())
  return DONE
}

/** Some of what is owed is paid; the bank may give it back. */
export async function pay(random: Random, group: Group): Promise<Acted> {
  const loanId = await activeLoan(random, 'true')
  if (loanId === null) return NOTHING
  const { orderNumber } = await askPayment(
    loanId,
    {
      split: { amountMinor: random.between(50, 20_000) },
      payOn: today(),
      accountId: null,
      paid: null,
    },
    group.author.actor
  )
  if (orderNumber === null) return DONE
  await payOrder(stageOf(group), orderNumber, today())
  if (random.between(0, 3) > 0) return DONE
  const { id } = await oneRow<{ id: number }>(`select id from payment_orders where number = :orderNumber`, {
    orderNumber,
  })
  await returnOrder({ orderId: id, code: 'MS03', comment: 'Sin motivo', actor: group.author.actor })
  return DONE
}

/** Principal is paid before its time. */
export async function payEarly(random: Random, group: Group): Promise<Acted> {
  const loanId = await activeLoan(random, `kind = 'term' and start_on > current_date - 28`)
  if (loanId === null) return NOTHING
  const { orderNumber } = await askEarlyPayment(
    loanId,
    {
      principalMinor: random.between(100, 20_000),
      on: today(),
      option: random.oneOf(['reduce_instalment', 'reduce_term']),
      penaltyRate: random.oneOf(['0', '1']),
      accountId: null,
      paid: null,
    },
    group.author.actor
  )
  if (orderNumber !== null) await payOrder(stageOf(group), orderNumber, today())
  return DONE
}

/** Interest of months that are over is booked, and balances are settled at the end of their periods. */
export async function accrue(random: Random): Promise<Acted> {
  const day = someMonthEnd(random)
  const { closed, problems } = await closeMonths(day)
  if (random.between(0, 1) === 0) return { isDone: closed > 0, problems }
  const periods = await settlePeriods(day)
  return { isDone: closed + periods.settled > 0, problems: [...problems, ...periods.problems] }
}

export async function revise(random: Random, { author }: Group): Promise<Acted> {
  const loanId = await activeLoan(random, `kind = 'term'`)
  if (loanId === null) return NOTHING
  const rate = random.oneOf(['1.25', '3', '5.75'])
  await reviseRate(
    loanId,
    { fromOn: addDays(today(), random.between(-20, 90)), rate, source: 'Novación' },
    author.actor
  )
  return DONE
}
