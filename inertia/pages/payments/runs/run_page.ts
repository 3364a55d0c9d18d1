import type { AuditEntry } from '~/kit/detail/audit_timeline'
import type { MoneyValue } from '~/kit/money'
import type { Tone } from '~/kit/status_badge'

export type RunLine = {
  id: number
  number: string
  creditor: string
  concept: string
  iban: string
  amount: MoneyValue
  status: { label: string; tone: Tone }
}

export type RunPage = {
  run: {
    id: number
    number: string
    site: string
    account: string
    concept: string
    executionDate: string
    createdBy: string | null
    employees: number
    total: MoneyValue
    available: MoneyValue
    /** Payments that wait for approval, and what they add up to. */
    waiting: number
    waitingTotal: MoneyValue
    required: number
    reinforced: string[]
    /** Nobody approves it without saying why. */
    asksComment: boolean
    fingerprint: string
    /** Approved payments that may leave now. */
    releasable: number[]
    releasableTotal: MoneyValue
    canApprove: boolean
    canOverride: boolean
    canReject: boolean
    hindrance: string | null
    status: { label: string; tone: Tone }
    /** Where its payments are; null while approvers decide. */
    progress: string | null
    batches: { id: number; number: string }[]
  }
  lines: RunLine[]
  candidates: { userId: number; name: string; reason: string | null }[]
  decisions: { userId: number; user: string; decidedAt: string; comment: string | null; payments: number }[]
  events: AuditEntry[]
}
