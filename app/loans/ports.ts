import type { Actor } from '#app/audit/record_event'
import type { Client, Transaction } from '#app/kernel/database/sql'
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

/**
 * A kind of document whose debt a loan took over and that follows when the movement of the loan is annulled. Its lock comes before
 * that of the loan.
 */
export type DebtSource = {
  type: string
  lock: (documentId: number, trx: Transaction) => Promise<void>
  /** It is owed again, in cents above zero. Throws where it cannot be. */
  giveBack: (documentId: number, amountMinor: number, actor: Actor, trx: Transaction) => Promise<void>
}
export const debtSources = port<DebtSource>('documents whose debt went into a loan')

/** A document whose payment is on its way, and between whom. */
export type PendingPayment = { number: string; creditorSiteId: number; debtorSiteId: number }

/** What a netting took of what one company owed another on their current account, and what is left there; cents. */
export type NettedCurrent = {
  compensation: { id: number; number: string }
  creditorSiteId: number
  debtorSiteId: number
  cancelledMinor: number
  leftMinor: number
}

/**
 * Documents that stand on current accounts and are to be paid one by one. Their locks come before those of loans. A netting takes
 * no balance whose documents are being paid, says what it took, and what it gives back.
 */
export type CurrentDocuments = {
  underPayment: (siteIds: readonly number[], client?: Client) => Promise<PendingPayment[]>
  lock: (siteIds: readonly number[], trx: Transaction) => Promise<void>
  net: (netted: NettedCurrent, actor: Actor, trx: Transaction) => Promise<void>
  /** Throws where they cannot be owed again. */
  restore: (compensation: NettedCurrent['compensation'], actor: Actor, trx: Transaction) => Promise<void>
}
export const currentDocuments = port<CurrentDocuments>('documents on the current accounts of companies')
