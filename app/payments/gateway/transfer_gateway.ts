import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** One payment as a bank is asked to make it. `orderNumber` goes in a field that the bank can search (area 28 §8). */
export type Transfer = {
  orderNumber: string
  endToEndId: string
  amountMinor: number
  currency: string
  debtorName: string
  debtorIban: string
  creditorName: string
  creditorIban: string
  remittance: string
  executionOn: CalendarDate
  speed: 'normal' | 'instant'
}

/** What a bank may say of a transfer it has; `returned` is after it was executed. */
export type TransferState =
  | 'processing'
  | 'awaiting_authorisation'
  | 'payee_mismatch'
  | 'executed'
  | 'rejected'
  | 'returned'
  | 'cancelled'

/** A transfer that the bank has, in our words and in its own (`providerStatus`). `on` is the day of its last change. */
export type KnownTransfer = {
  ref: string
  orderNumber: string
  amountMinor: number
  currency: string
  creditorIban: string
  state: TransferState
  providerStatus: string
  on: CalendarDate | null
  code: string | null
  message: string | null
}

/**
 * The answer to a submission. `refused`: the bank will not do it, for good. `later`: it has certainly not taken it
 * (too many requests, no connection). `unknown`: it may have; nobody may repeat it before asking.
 */
export type SubmitAnswer = { httpStatus: number | null } & (
  | { kind: 'taken'; transfer: KnownTransfer }
  | { kind: 'refused'; code: string; message: string }
  | { kind: 'later'; afterSeconds: number; reason: string }
  | { kind: 'unknown'; reason: string }
)

export type GatewayCapabilities = {
  /** Single submissions at the same moment. */
  concurrency: number
  batchMax: number
  canCancel: boolean
  canConfirmPayee: boolean
  instant: boolean
}

/** What the payee's bank says of the name on an account (VoP); `officialName` only where it is close. */
export type PayeeCheck = {
  result: 'match' | 'close_match' | 'no_match' | 'not_possible'
  officialName: string | null
}

/** Something a bank told by itself: which transfer it is about, not what to believe of it. */
export type Notification = { externalId: string; reference: string | null; providerRef: string | null }

/**
 * A bank that takes transfers over a network. Connectors implement it (area 23); nothing here knows which bank it is.
 * `submit` never throws for what the network does; the other calls throw GatewayUnavailable when there is no answer.
 */
export type TransferGateway = {
  name: string
  capabilities: GatewayCapabilities
  /** How long the bank remembers a key: the same key within it never makes a second transfer. */
  idempotencyWindowSeconds: number
  submit: (transfer: Transfer, idempotencyKey: string) => Promise<SubmitAnswer>
  /** Every transfer of the bank that carries the order's number, by look-up and not by key. */
  findSubmission: (transfer: Transfer, idempotencyKey: string) => Promise<KnownTransfer[]>
  getStatus: (ref: string) => Promise<KnownTransfer | null>
  /** Gives the transfer as it is afterwards: `cancelled` only when the bank confirms it. */
  cancel: (ref: string) => Promise<KnownTransfer>
  /** Whose the account is, asked before a payment is approved; absent where the bank does not offer it. */
  checkPayee?: (payee: { iban: string; name: string }) => Promise<PayeeCheck>
  /** Goes on although the payee's name did not match. */
  confirmPayee: (ref: string) => Promise<KnownTransfer>
  /** What a received notification is about; null when its signature or its time is not right. */
  readNotification: (
    raw: string,
    headers: Readonly<Record<string, string | undefined>>
  ) => Notification | null
}

/** The bank could not be asked, or its answer made no sense: nothing follows from it. */
export class GatewayUnavailable extends Error {}
