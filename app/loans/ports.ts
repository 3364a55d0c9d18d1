import type { Actor } from '#app/audit/record_event'
import type { Transaction } from '#app/kernel/database/sql'
import { port } from '#app/kernel/port'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** Orders that pay: they lie above, and make the draft of a payment of a loan. */
export type LoanOrders = {
  /** The draft order of what is left of a payment; the first day that the bank can take it unless told. Gives its number. */
  place: (
    paymentId: number,
    executionDate: CalendarDate | null,
    actor: Actor,
    trx: Transaction
  ) => Promise<{ id: number; number: string }>
}
export const loanOrders = port<LoanOrders>('orders of payments of loans')

/** A movement of the bank that proves what was paid already: it is matched from above with the line of the books. */
export type ProvenLine = { lineId: number; journalLineId: number; amountMinor: number }
export type BankProof = {
  /** Throws E_MATCHED for a movement that is used already, and where the amounts are not the same. */
  match: (proven: ProvenLine, actor: Actor, trx: Transaction) => Promise<void>
  /** The movement waits again. Nothing where somebody took the match apart before. */
  release: (lineId: number, reason: string, actor: Actor, trx: Transaction) => Promise<void>
}
export const bankProof = port<BankProof>('movements of the bank that prove a payment of a loan')
