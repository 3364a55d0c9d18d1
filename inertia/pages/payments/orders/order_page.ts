import type { AuditEntry } from '~/kit/audit_timeline'
import type { MoneyValue } from '~/kit/money'
import type { Tone } from '~/kit/status_badge'

export type Order = {
  id: number
  number: string
  status: { label: string; tone: Tone }
  state: string
  creditor: string
  iban: string
  ibanTail: string
  bank: string | null
  amount: MoneyValue
  executionDate: string
  concept: string
  endToEndId: string | null
  hold: string | null
  reinforced: string[]
  failure: string | null
  required: number | null
  fingerprint: string
  /** In a file that nobody has marked as sent. */
  isQueued: boolean
  actions: string[]
}

export type ChargedAccount = {
  name: string
  site: string
  iban: string
  available: MoneyValue
  after: MoneyValue
}

export type Check = { code: string; level: 'ok' | 'warning' | 'error'; message: string }

/** Somebody with an approval for this company; `reason` says why they may not decide, null that they may. */
export type Candidate = { userId: number; name: string; reason: string | null }

export type Decision = {
  id: number
  user: string
  decidedAt: string
  comment: string | null
  revoked: boolean
}

export type EntryLine = {
  entryNo: number
  postedOn: string
  account: string
  name: string
  amount: MoneyValue
}

export type OrderPage = {
  order: Order
  account: ChargedAccount
  checks: Check[]
  candidates: Candidate[]
  canApprove: boolean
  source: { id: number; reference: string; number: string } | null
  batch: { id: number; number: string } | null
  decisions: Decision[]
  entries: EntryLine[]
  events: AuditEntry[]
}
