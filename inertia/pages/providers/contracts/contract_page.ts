import type { AuditEntry } from '~/kit/audit_timeline'
import type { MoneyValue } from '~/kit/money'
import type { Badge, Choice } from './contract_row'

export type ContractHead = {
  id: number
  reference: string
  title: string
  provider_id: number
  provider: string
  owner: string | null
  approved_by: string | null
  created_by: string | null
  submitted_by: string | null
  sites: { id: number; code: string; name: string }[]
  other_sites: number
  currency: string
  state: string
  status: Badge
  parent: { id: number; reference: string } | null
  actions: string[]
  lock_version: number
}

export type ContractFacts = {
  kind: string
  signed_on: string | null
  starts_on: string
  ends_on: string | null
  ended_on: string | null
  suspended_on: string | null
  end_reason: string | null
  notice_days: number
  notice_until: string | null
  auto_renew: boolean
  renewal_months: number
  billing_frequency: string
  expected_day: number | null
  expected: MoneyValue | null
  tolerance_percent: number
  cap: MoneyValue | null
  cap_period: string
  used: MoneyValue | null
  billed: MoneyValue | null
  indexation: string
  index_kind: string
  index_percent: string | null
  index_base_month: string | null
  index_floor: boolean
  last_indexed_on: string | null
  deposit: MoneyValue | null
  guarantee_until: string | null
  filed_under: string[]
  taxes: string[]
  payment_terms_days: number | null
  requires_invoice_match: boolean
  notes: string | null
}

export type PriceStep = { from: string; to: string | null; price: string; why: string; is_now: boolean }
export type PricedCode = {
  code: string
  description: string
  unit: string
  min_qty: string | null
  max_qty: string | null
  tiers: { from_qty: string; price: string }[]
  keywords: string[]
  steps: PriceStep[]
}

export type LinkedInvoice = {
  id: number
  reference: string
  number: string | null
  site: string
  day: string
  base: MoneyValue
  agreed: MoneyValue | null
  deviation: MoneyValue | null
}

export type CalendarEntry = {
  from: string
  to: string
  expected_on: string
  state: 'received' | 'missing' | 'pending'
  base: MoneyValue
  invoices: number
}

export type Amendment = { id: number; reference: string; title: string; starts_on: string; status: Badge }

export type ContractFile = {
  id: number
  kind: string
  is_signed: boolean
  name: string
  size_bytes: number
  sha256: string
  who: string | null
  at: string
}

export type Deposit = {
  id: number
  site: string
  site_id: number
  term: string
  amount: MoneyValue
  paid_on: string
  returned_on: string | null
}

export type ContractPage = {
  contract: ContractHead
  facts: ContractFacts
  prices: PricedCode[]
  invoices: LinkedInvoice[]
  calendar: CalendarEntry[]
  amendments: Amendment[]
  files: ContractFile[]
  deposits: Deposit[]
  banks: { value: string; label: string; siteId: number }[]
  events: AuditEntry[]
  options: { file_kinds: Choice[]; deposit_terms: Choice[] }
}
