import type { AuditEntry } from '~/kit/audit_timeline'
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
}

export type BatchPage = { batch: Batch; orders: BatchOrder[]; events: AuditEntry[] }
