import type { Actor } from '#app/audit/record_event'
import type { Area } from '#app/kernel/area'
import type { Transaction } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import type PaymentOrder from '#app/payments/orders/payment_order'
import type { ApprovalKind } from '#app/sites/approval_kinds'

/** What a document says of being paid now, in cents of its currency. */
export type SourceFacts = {
  /** Why nothing of it may be paid; null when it may. */
  problem: string | null
  /** A warning of its own that stops a payment although something is owed. */
  blocking: string | null
  outstandingMinor: number
  /** What its live orders take of it, the one in question included. */
  ordered: number
  /** It goes to an account of the company's own that its provider knows without an IBAN. */
  isAtSameProvider?: boolean
  /** The number of another live order that takes of it; null where there is none, or nobody asks. */
  otherOrder?: string | null
  /** What people said of it otherwise than the machine: told to who approves, stops nothing. */
  said?: readonly string[]
}

/** What of documents is left to be paid, whether a payment of it is under way or not (decision 0035). */
export type OwedDocuments = {
  /** What people call one: «Coste jurídico». */
  label: string
  /**
   * SQL: `id, page_id, concept, payee, site, pay_on, minor` in cents of EUR and `responsible_id`, in this order, of the
   * companies `:ids` (`:all` for every one) and until `:until`. `page_id` is the key that `href` gets; `responsible_id` who
   * answers for what is reserved (0 for nobody), null of all else.
   */
  sql: string
  href: (page: number) => string
}

/**
 * A kind of payment and the documents that it pays: whose approvals it needs, who sees it, what is owed of a document, and
 * what happens to it when its payment is settled or comes back. Each is a folder beside this file (docs/adding.md); the
 * engine knows neither kinds nor documents but through this. `payment_kinds` holds what the database has to know of it.
 */
export type PaymentKind = {
  /** Tables that belong to it alone. */
  tables?: readonly string[]
  /** Pages of it that light an entry of the menu. */
  menu?: Area['menu']
  /** Registers the routes of its pages. */
  routes: () => Promise<unknown>
  /** Work that it does in the background. */
  jobs?: Area['jobs']
  /** What the guards of its documents say: SQLSTATE and message. */
  refusals?: Area['refusals']
  /** Registers what lower floors need of it. */
  boot?: () => void
  /** `kind` of its orders. */
  kind: string
  /** `source_type` of its orders. */
  documentType: string
  /** What people call a payment of it: «Nómina». */
  title: string
  /** Whose approvals count (area 28 §1). */
  approvals: ApprovalKind
  /** Accounting staff neither see nor prepare it (area 28 §11). */
  isSenior?: true
  /** Buffered and approved together, in runs, never alone. */
  isDecidedInRuns?: true
  /** The account it is charged to is part of what was agreed: it is not modified. */
  isFromOneAccount?: true
  /** Another company of the group may pay it (area 28 §6). */
  canOthersPay?: true
  /** The purpose that the file to the bank names (ISO 20022 external category purpose); it goes in files of its own. */
  purpose: 'SALA' | 'SUPP' | 'INTC' | null
  /** The page whose tabs have its payments, by its address, and the tab where those that are over are found. */
  list: { page: string; closedTab: 'history' | 'paid' }
  /** «de la factura», for messages. */
  ofDocument: string
  /** Keeps these documents as they are until the transaction ends, in the order of their keys. */
  lock: (documentIds: number[], trx: Transaction) => Promise<void>
  /** Judges these documents again before money moves; what stops them is told by `readFacts`. None where nothing can have come up. */
  judge?: (documentIds: number[]) => Promise<void>
  /** By the key of the order. */
  readFacts: (orderIds: number[], trx: Transaction) => Promise<Map<number, SourceFacts>>
  /** The bank paid so much of it on a day; negative when it gave so much back. */
  settle: (
    documentId: number,
    amountMinor: number,
    actor: Actor,
    trx: Transaction,
    movedOn: CalendarDate
  ) => Promise<void>
  /** The companies in whose books it posts when it is sent or settled, the one that pays among them; none but that one unless told. */
  books?: (documentIds: number[], trx: Transaction) => Promise<number[]>
  /** How many of its orders are still under way. */
  refresh: (documentId: number, liveOrders: number, trx: Transaction) => Promise<void>
  /** The account that its debt stands on. */
  liabilityAccount: (order: PaymentOrder, trx: Transaction) => Promise<number>
  /** SQL: the key of the entry that booked the debt of the document `:sourceId`; a payment of it is lettered with that. None where nothing is booked before it is paid. */
  debtEntrySql?: string
  /** SQL: the keys of the files of the document `document`; none where it has no paper of its own. */
  filesSql?: (document: string) => string
  /** Nothing is booked before it is paid, and still what the bank gives back is lettered with the payment: on an account where both would stay open. */
  isReturnLettered?: true
  /** Its documents in the forecast; none where they are counted otherwise, or paid on the day that they are made. */
  owed?: OwedDocuments
  /** Why who wrote it does not approve its payment, for its page: triggers of the document note who did (`document_hands`). */
  handText: string
  /** People who are paid by these documents: none of them approves their payment. None unless told. */
  payees?: (
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

const kinds = new Map<string, PaymentKind>()

/** Makes a kind known to the engine: once, at boot. */
export function registerKind(kind: PaymentKind): void {
  kinds.set(kind.kind, kind)
}

/** Every kind of payment that there is. */
export const paymentKinds = (): readonly PaymentKind[] => [...kinds.values()]

/** The names of those kinds that a condition leaves. */
export const kindsThat = (holds: (kind: PaymentKind) => boolean): string[] =>
  paymentKinds()
    .filter(holds)
    .map(({ kind }) => kind)

/** Throws when orders of a kind exist that nobody knows: nothing is paid without approvals. */
export function kindOf(kind: string): PaymentKind {
  const found = kinds.get(kind)
  if (!found) throw new Error(`Nobody knows how payments of kind ${kind} are made`)
  return found
}

/** By the documents it pays. Throws when orders of a document exist that nobody knows. */
export function kindPaying(documentType: string): PaymentKind {
  const found = paymentKinds().find((kind) => kind.documentType === documentType)
  if (!found) throw new Error(`Nobody knows how ${documentType} is paid`)
  return found
}

/** SQL: whose approvals count, of a column that holds the kind of a payment. */
export const approvalsOfKind = (column: string): string =>
  `(select approvals from payment_kinds where payment_kinds.kind = ${column})`
