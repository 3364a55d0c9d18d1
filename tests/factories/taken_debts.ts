import { inTransaction } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { calendarDate } from '#app/kernel/time/calendar_date'
import type { LoanKind } from '#app/loans/loan_labels'
import { settleOrder } from '#app/payments/orders/settle_order'
import { activate, type LoanCompany, type LoanStage, makeReadyLoan } from '#tests/factories/loans'
import { makePayerStage, type PayerStage } from '#tests/factories/paid_by_another'
import { letApprove, makeUser } from '#tests/factories/people'

/** Far away, so that what is drawn stands on the accounts of long term. */
const MATURITY = calendarDate('2029-12-31')

type Wanted = { kind?: Exclude<LoanKind, 'term'>; limitMinor?: number }

/** Who prepares and approves loans of these two companies, the first of which lends. */
export async function makeLenders(lender: LoanCompany, borrower: LoanCompany): Promise<LoanStage> {
  const approvers = [await makeUser('aprobador'), await makeUser('aprobador'), await makeUser('aprobador')]
  for (const { siteId } of [lender, borrower])
    for (const approver of approvers) await letApprove(siteId, approver, ['loan'], null)
  return {
    companies: [lender, borrower],
    lender,
    borrower,
    creator: await makeUser('superC0ntab1l1dad'),
    approvers,
  }
}

/** A credit line, or a current account, in force between them of which nothing is drawn. Gives its key. */
export async function makeLine(
  stage: LoanStage,
  { kind = 'credit_line', limitMinor = 1_000_000 }: Wanted = {}
): Promise<number> {
  const loanId = await makeReadyLoan(stage, {
    kind,
    ...(kind === 'credit_line' ? { principalMinor: limitMinor, maturityOn: MATURITY } : {}),
  })
  await activate(stage, loanId)
  return loanId
}

export type LendingStage = { found: PayerStage; stage: LoanStage; loanId: number }

/** A company that may pay for another one, and a loan in which it lends to that one. */
export async function makeLendingStage(wanted: Wanted = {}): Promise<LendingStage> {
  const found = await makePayerStage()
  const stage = await makeLenders(found.payer, found.debtor)
  return { found, stage, loanId: await makeLine(stage, wanted) }
}

/** The payer’s bank charged it. */
export const settlePaid = ({ payer, debtor }: PayerStage, orderId: number, settledOn: CalendarDate) =>
  inTransaction((trx) =>
    settleOrder({ orderId, settledOn, bankAccountId: payer.accountId, actor: debtor.creator.actor }, trx)
  )
