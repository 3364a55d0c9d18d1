import type { AuditEntry } from '~/kit/audit_timeline'
import type { Tone } from '~/kit/status_badge'

export type Choice = { value: string; label: string }
export type Badge = { label: string; tone: Tone }
export type EntryOptions = { pattern_types: Choice[]; severities: Choice[]; reasons: Choice[] }

export type EntryRow = {
  id: number
  iban: string
  kind: string
  bank: string
  reason: string
  severity: Badge
  owner: string | null
  created_at: string
  expires_on: string | null
  who: string | null
  attempts: number
  status: Badge
}

export type Entry = {
  id: number
  value: string
  pattern_type: string
  kind: string
  bank: string
  severity: string
  severity_label: string
  reason: string
  reason_label: string
  comment: string
  owner_name: string | null
  expires_on: string | null
  is_invalid: boolean
  state: string
  status: Badge
  created_by: string | null
  created_at: string
  lift_requested_by: string | null
  lift_requested_at: string | null
  lift_request_reason: string | null
  lifted_by: string | null
  lifted_at: string | null
  evidence: string | null
  lock_version: number
  actions: string[]
}

export type Hit = { id: number; point: string; iban: string; who: string | null; outcome: string; at: string }
export type Affected = { kind: string; label: string; detail: string; href: string | null }
export type EntryPage = { entry: Entry; hits: Hit[]; events: AuditEntry[]; affected: Affected[] }
