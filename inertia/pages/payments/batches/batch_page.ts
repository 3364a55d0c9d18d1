import type { AuditEntry } from '~/kit/detail/audit_timeline'
import type { MoneyValue } from '~/kit/money'
import type { Tone } from '~/kit/status_badge'

export type Batch = {
  id: number
  number: string
  site: string
  account: string
  iban: string
  executionDate: string
  count: number
  total: MoneyValue
  status: { label: string; tone: Tone }
  messageId: string
  sha256: string | null
  downloads: number
  /** How it leaves: `sepa_file`, `api` or `manual`. */
  channel: string
  isCancelled: boolean
  /** One of its payments may not leave any more: its file goes nowhere. */
  isFrozen: boolean
  sentBy: string | null
  sentAt: string | null
  actions: string[]
}

export type BatchOrder = {
  id: number
  number: string
  creditor: string
  concept: string
  iban: string
  amount: MoneyValue
  status: { label: string; tone: Tone }
  /** Why it may not leave any more. */
  obstacle: string | null
  /** It can still be taken out. */
  isWaiting: boolean
}

/** A payment that was taken out of the batch. */
export type Removal = {
  id: number
  number: string
  creditor: string
  amount: MoneyValue
  /** Null where it may name a payee that the reader does not learn of. */
  reason: string | null
  by: string | null
  at: string
}

/** A file of the batch that is not valid any more; `count` and `total` only for who sees every payment. */
export type WithdrawnFile = {
  id: number
  messageId: string
  sha256: string
  count: number | null
  total: MoneyValue | null
  downloads: number
  by: string | null
  at: string
}

export type BatchPage = {
  batch: Batch
  orders: BatchOrder[]
  /** Payments that may not leave and that the reader does not see. */
  hiddenObstacles: number
  removals: Removal[]
  files: WithdrawnFile[]
  events: AuditEntry[]
}
