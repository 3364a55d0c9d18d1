import type { AuditEntry } from '~/kit/detail/audit_timeline'
import type { MoneyValue } from '~/kit/money'
import type { Tone } from '~/kit/status_badge'
import type { LendingChoice } from '../../loans/lending_fields'

/** What somebody said, and when. */
export type Word = { by: string | null; at: string; reason: string }

export type Order = {
  id: number
  number: string
  /** The tab of a list where it is found. */
  listHref: string
  /** Buffered and approved together with others. */
  isInRuns: boolean
  siteId: number
  accountId: number
  status: { label: string; tone: Tone }
  state: string
  creditor: string
  iban: string
  ibanTail: string
  bank: string | null
  amount: MoneyValue
  executionDate: string
  isInstant: boolean
  concept: string
  endToEndId: string | null
  hold: string | null
  reinforced: string[]
  /** Nobody approves it without saying why. */
  asksComment: boolean
  failure: string | null
  required: number | null
  /** Of what another company pays: who owes it, who pays it, and the approvals that each asks for. */
  debtor: {
    name: string
    payer: string
    required: number | null
    payerRequired: number | null
  } | null
  fingerprint: string
  /** In a file that nobody has marked as sent. */
  isQueued: boolean
  /** Where in `sent` it is. */
  subState: string | null
  payNowReason: string | null
  /** What its bank calls it. */
  bankRef: string | null
  /** Somebody has to say yes at the provider. */
  authorisation: {
    provider: string
    url: string | null
    instruction: string
    expiresAt: string | null
  } | null
  /** Why its provider never took it, where a person decides what becomes of it. */
  unsent: string | null
  /** What its account is charged, where that is another currency. */
  charge: { total: MoneyValue; fee: MoneyValue } | null
  canAttach: boolean
  /** Who refused this draft and why; null once somebody has gone on with it. */
  rejection: Word | null
  /** Who marked its file as sent. */
  sending: { by: string | null; at: string } | null
  actions: string[]
}

export type ChargedAccount = {
  name: string
  site: string
  iban: string
  /** Null for who does not work with its company. */
  available: MoneyValue | null
  after: MoneyValue | null
}

export type Check = { code: string; level: 'ok' | 'warning' | 'error'; message: string }

/** Somebody with an approval for this company; `reason` says why they may not decide, null that they may. */
export type Candidate = {
  userId: number
  name: string
  reason: string | null
  /** The company that they decide for, where there are two. */
  site: string | null
}

export type Decision = {
  id: number
  user: string
  decidedAt: string
  /** The company that they answered for. */
  site: string
  comment: string | null
  isOverride: boolean
  revoked: boolean
}

export type EntryLine = {
  entryNo: number
  postedOn: string
  site: string
  account: string
  name: string
  amount: MoneyValue
}

/** One time that a payment was sent, and what the bank answered. */
export type AttemptRow = {
  attemptNo: number
  startedAt: string
  status: { label: string; tone: Tone }
  httpStatus: number | null
  providerRef: string | null
  error: string | null
}

export type OrderLoan = {
  taken: { id: number; number: string } | null
  /** That it is to go into once the bank has the payment. */
  chosen: { id: number; number: string } | null
  /** Since when it is owed; null while the bank does not have the payment. */
  owedOn: string | null
  canLend: boolean
  choices: LendingChoice[]
}

type Repeat = { id: number; number: string; isOver: boolean }

export type OrderPage = {
  order: Order
  account: ChargedAccount
  checks: Check[]
  candidates: Candidate[]
  /** What is said where too few people may approve it; null where enough may. */
  lack: string | null
  canApprove: boolean
  /** The reader may give the emergency approval: nobody else may approve it. */
  canOverride: boolean
  source: { label: string; href: string | null } | null
  batch: { id: number; number: string } | null
  /** The batch that it was taken out of. */
  removal: (Word & { id: number; number: string }) | null
  repeats: { of: Repeat | null; again: Repeat | null }
  /** Of what one company pays for another: the loan it went into or is to go into, and those it may go into. */
  loan: OrderLoan | null
  attempts: AttemptRow[]
  attachments: { fileId: number; name: string }[]
  decisions: Decision[]
  entries: EntryLine[]
  events: AuditEntry[]
}
