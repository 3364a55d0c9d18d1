import type { AuditEntry } from '~/kit/detail/audit_timeline'
import type { Tone } from '~/kit/status_badge'

export type Choice = { value: string; label: string }
export type Badge = { label: string; tone: Tone }
export type EntryOptions = { patternTypes: Choice[]; severities: Choice[]; reasons: Choice[] }

export type Entry = {
  id: number
  value: string
  patternType: string
  kind: string
  bank: string
  severity: string
  severityLabel: string
  reason: string
  reasonLabel: string
  comment: string
  ownerName: string | null
  expiresOn: string | null
  isInvalid: boolean
  state: string
  status: Badge
  createdBy: string | null
  createdAt: string
  liftRequestedBy: string | null
  liftRequestedAt: string | null
  liftRequestReason: string | null
  liftedBy: string | null
  liftedAt: string | null
  evidence: string | null
  lockVersion: number
  actions: string[]
}

export type Hit = { id: number; point: string; iban: string; who: string | null; outcome: string; at: string }
export type Affected = { kind: string; label: string; detail: string; href: string | null }
export type EntryPage = { entry: Entry; hits: Hit[]; events: AuditEntry[]; affected: Affected[] }
