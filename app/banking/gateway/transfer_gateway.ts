import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** Whom a transfer is for, as a provider can be told. */
export type Payee =
  | { kind: 'iban'; name: string; iban: string; bic: string | null }
  /** A beneficiary, recipient or counterparty that the provider has; `account` is its end as people know it: «•••• 4821». */
  | { kind: 'beneficiary'; name: string; externalId: string; account: string; iban: string | null }
  | { kind: 'email'; name: string; email: string }

/** The cost of a payment as a provider offered it: amounts in minor units of their currencies, `expiresAt` an instant (ISO). */
export type Quote = {
  externalId: string
  source: { minor: number; currency: string }
  target: { minor: number; currency: string }
  /** Of the source currency, contained in the source amount. */
  feeMinor: number
  /** As the provider writes it: `1.08345`. */
  rate: string
  deliveryOn: CalendarDate | null
  expiresAt: string
}

/** A stored file that goes with a payment. */
export type Attachment = { fileId: number; name: string; contentType: string }

/** One payment as a provider is asked to make it. `orderNumber` goes in a field that the provider can search (area 28 §8). */
export type Transfer = {
  orderNumber: string
  endToEndId: string
  amountMinor: number
  currency: string
  debtorName: string
  /** Null for an account of a provider that has none; then `debtorRef` says which it is. */
  debtorIban: string | null
  /** What the provider calls the account that is charged; null for one that is known by its IBAN alone. */
  debtorRef: string | null
  payee: Payee
  remittance: string
  executionOn: CalendarDate
  speed: 'normal' | 'instant'
  /** What was agreed on, where the currency of the payee is another: an order with a quote leaves at its cost or not at all. */
  quote: Quote | null
  /** How much more than the approved cost a new quote may be, in minor units of the source currency. */
  toleranceMinor: number
  attachments: readonly Attachment[]
  /** What it is for, where a provider asks (`reason`, `transferPurpose`): the provider's own word. */
  purpose: string | null
  /** The account of the same company that it goes to, as the provider calls it: money between own accounts. */
  toOwnRef: string | null
  /** Made as a draft that somebody sends in the provider's own pages, where it has drafts. */
  asDraft?: boolean
}

/** What a provider may say of a transfer it has; `returned` is after it was executed. */
export type TransferState =
  | 'processing'
  | 'awaiting_authorisation'
  | 'payee_mismatch'
  | 'executed'
  | 'rejected'
  | 'returned'
  | 'cancelled'

/** Somebody has to say yes at the provider. `token` is what the provider knows the question by; it is shown to nobody. */
export type Authorisation = {
  url: string | null
  /** In Spanish: «Abra Qonto y firme la transferencia.» */
  instruction: string
  /** ISO; null when it does not end by itself. */
  expiresAt: string | null
  token: string | null
}

/** A transfer that the provider has, in our words and in its own (`providerStatus`). `on` is the day of its last change. */
export type KnownTransfer = {
  ref: string
  orderNumber: string
  amountMinor: number
  currency: string
  /** Whom it is for, as far as the provider tells: null is not held against the order. */
  payee: { iban: string | null; externalId: string | null; email: string | null }
  state: TransferState
  providerStatus: string
  on: CalendarDate | null
  code: string | null
  message: string | null
  authorisation: Authorisation | null
  /** What it really left at, where the quote that was agreed on had expired and it cost something else. */
  quote?: Quote
}

/**
 * The answer to a submission. `refused`: the provider will not do it, for good. `later`: it has certainly not taken it (too
 * many requests, no connection). `authorise`: it has not taken it and will, when somebody has said yes: `resume` asks
 * again. `denied`: somebody said no, or nobody said anything in time; nothing was sent. `requoted`: what was agreed has
 * expired and costs more than tolerated now; nothing was sent. `unknown`: it may have taken it; nobody may repeat it before
 * asking.
 */
export type SubmitAnswer = {
  httpStatus: number | null
} & (
  | { kind: 'taken'; transfer: KnownTransfer }
  | { kind: 'refused'; code: string; message: string }
  | { kind: 'later'; afterSeconds: number; reason: string }
  | { kind: 'authorise'; authorisation: Authorisation }
  | { kind: 'denied'; message: string }
  | { kind: 'requoted'; quote: Quote; message: string }
  | { kind: 'unknown'; reason: string }
)

export type GatewayCapabilities = {
  /** Single submissions at the same moment. */
  concurrency: number
  batchMax: number
  canCancel: boolean
  canConfirmPayee: boolean
  instant: boolean
  /** Kinds of payees it can be told. */
  payees: readonly Payee['kind'][]
  /** Currencies that may leave; null for every one that its account has. */
  currencies: readonly string[] | null
  /** Whether it exchanges: payments in another currency than the account's, by quote. */
  quotes: boolean
  /** An attachment is needed above this, in cents of EUR; null where none is. */
  attachmentAboveMinor: number | null
}

/** What the payee's bank says of the name on an account (VoP); `officialName` only where it is close. */
export type PayeeCheck = {
  result: 'match' | 'close_match' | 'no_match' | 'not_possible'
  officialName: string | null
}

/** Transfers that leave together, one signature for all. */
export type Submission = { transfer: Transfer; key: string }

/**
 * A provider that takes transfers over a network. Nothing that uses it knows which provider it is. `submit`, `submitBulk` and
 * `resume` never throw for what the network does; the other calls throw GatewayUnavailable when there is no answer.
 */
export type TransferGateway = {
  name: string
  /** «Qonto». */
  title: string
  capabilities: GatewayCapabilities
  /** How long the provider remembers a key: the same key within it never makes a second transfer. */
  idempotencyWindowSeconds: number
  submit: (transfer: Transfer, idempotencyKey: string) => Promise<SubmitAnswer>
  /** Several at once under a key of their own, an answer each in their order; absent where it takes one at a time. */
  submitBulk?: (submissions: readonly Submission[], bulkKey: string) => Promise<SubmitAnswer[]>
  /** Goes on with what was to be authorised: `authorise` again while nobody has said anything. */
  resume?: (
    submissions: readonly Submission[],
    key: string,
    authorisation: Authorisation
  ) => Promise<SubmitAnswer[]>
  /** Every transfer of the provider that carries the order's number, by look-up and not by key. */
  findSubmission: (transfer: Transfer, idempotencyKey: string) => Promise<KnownTransfer[]>
  /** `ref` of what comes back may be another than asked: what a bulk's item became. */
  getStatus: (ref: string) => Promise<KnownTransfer | null>
  /** Gives the transfer as it is afterwards: `cancelled` only when the provider confirms it. */
  cancel: (ref: string) => Promise<KnownTransfer>
  /** Whose the account is, asked before a payment is approved; absent where the provider does not offer it. */
  checkPayee?: (payee: { iban: string; name: string }) => Promise<PayeeCheck>
  /** Goes on although the payee's name did not match. */
  confirmPayee: (ref: string) => Promise<KnownTransfer>
}

/** The provider could not be asked, or its answer made no sense: nothing follows from it. */
export class GatewayUnavailable extends Error {}
