import type { Actor } from '#app/audit/record_event'
import type { Transaction } from '#app/kernel/sql'
import type PaymentOrder from '#app/payments/models/payment_order'

/** What a document says of being paid now, in cents of its currency. */
export type SourceFacts = {
  /** Why nothing of it may be paid; null when it may. */
  problem: string | null
  /** A warning of its own that stops a payment although something is owed. */
  blocking: string | null
  outstandingMinor: number
  /** What its live orders take of it, the one in question included. */
  ordered: number
  /** The number of another live order that takes of it; null where there is none, or nobody asks. */
  otherOrder?: string | null
}

/**
 * A kind of document that is paid by orders: what is owed of it, and what happens to it when its payment is settled or comes
 * back. Areas below register theirs from this floor (see `invoice_source.ts`); the engine knows no document but through this.
 */
export type PaymentSource = {
  /** `source_type` of its orders. */
  type: string
  /** «de la factura», for messages. */
  ofDocument: string
  /** Keeps these documents as they are until the transaction ends, in the order of their keys. */
  lock: (documentIds: number[], trx: Transaction) => Promise<void>
  /** Judges these documents again before money moves; what stops them is told by `readFacts`. None where nothing can have come up. */
  judge?: (documentIds: number[]) => Promise<void>
  /** By the key of the order. */
  readFacts: (orderIds: number[], trx: Transaction) => Promise<Map<number, SourceFacts>>
  /** The bank paid so much of it; negative when it gave so much back. */
  settle: (documentId: number, amountMinor: number, actor: Actor, trx: Transaction) => Promise<void>
  /** How many of its orders are still under way. */
  refresh: (documentId: number, liveOrders: number, trx: Transaction) => Promise<void>
  /** The account that its debt stands on. */
  liabilityAccount: (order: PaymentOrder, trx: Transaction) => Promise<number>
  /** People who had a hand in these documents, or are paid by them: none of them approves their payment. None unless told. */
  hands?: (
    documentIds: readonly number[],
    trx: Transaction
  ) => Promise<ReadonlyMap<number, readonly number[]>>
  /** The category that approvals for certain categories look at. */
  categoryOf: (documentId: number, trx: Transaction) => Promise<number | null>
  /** The same again, as a draft: for a payment that failed or came back. */
  repeat: (order: PaymentOrder, actor: Actor, trx: Transaction) => Promise<PaymentOrder>
  /** What the order's page and its proof sheet say of it. */
  describe: (documentId: number) => Promise<{ label: string; href: string } | null>
}

const sources = new Map<string, PaymentSource>()

export function registerSource(source: PaymentSource): void {
  sources.set(source.type, source)
}

/** Throws when orders of a document exist that nobody knows. */
export function sourceOf(type: string): PaymentSource {
  const source = sources.get(type)
  if (!source) throw new Error(`Nobody knows how ${type} is paid`)
  return source
}
