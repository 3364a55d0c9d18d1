import type { Actor } from '#app/audit/record_event'
import type { Transaction } from '#app/kernel/database/sql'
import { port } from '#app/kernel/port'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** A debt between two companies that goes into the loan they have with each other. */
export type LoanWithdrawal = {
  lenderSiteId: number
  borrowerSiteId: number
  amountMinor: number
  on: CalendarDate
  /** What is behind it: its source and what people call it. */
  source: { type: string; id: number; number: string }
  actor: Actor
}

/**
 * Who keeps the loans of the group: takes a debt of the current account over as a withdrawal, in both books and in the
 * transaction of the caller. Throws where the two have no loan that takes it.
 */
export const loanTakers =
  port<(withdrawal: LoanWithdrawal, trx: Transaction) => Promise<void>>('debts that go into a loan')
