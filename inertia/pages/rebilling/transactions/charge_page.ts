import type { AuditEntry } from '~/kit/detail/audit_timeline'
import type { MoneyValue } from '~/kit/money'
import type { Tone } from '~/kit/status_badge'

type Badge = { label: string; tone: Tone }

export type ChargeCost = {
  id: number
  kind: string
  document: string | null
  href: string | null
  concept: string
  account: string
  on: string | null
  /** What it is now; null once it is gone. */
  cost: MoneyValue | null
  amount: MoneyValue
}

export type ApprovalSide = {
  siteId: number
  name: string
  given: number
  required: number
  isMine: boolean
  people: { userId: number; name: string; reason: string | null }[]
}

export type SplitCharge = { id: number; number: string; target: string; status: Badge; base: MoneyValue }

/** Everything the page of a charge shows. */
export type ChargePage = {
  charge: {
    id: number
    number: string
    status: Badge
    origin: { id: number; name: string }
    target: { id: number; name: string; isActive: boolean }
    period: string
    concept: string
    rule: { id: number; name: string } | null
    treatment: string
    tax: string | null
    settlement: string
    settlementCode: string
    base: MoneyValue
    markup: MoneyValue
    markupText: string | null
    vat: MoneyValue
    total: MoneyValue
    settled: MoneyValue
    issuedOn: string | null
    dueOn: string | null
    document: string | null
    issuedInvoiceId: number | null
    targetInvoiceId: number | null
    isChain: boolean
    alert: string | null
    discardReason: string | null
    related: { id: number; number: string; how: 'reverses' | 'corrects' | 'reversed_by' | 'corrected_by' }[]
    lockVersion: number
  }
  costs: ChargeCost[]
  split: SplitCharge[]
  /** The loan that its debt went into. */
  loan: { id: number; number: string } | null
  approvals: ApprovalSide[]
  fingerprint: string
  actions: string[]
  canOverride: boolean
  events: AuditEntry[]
}
