import type { AuditEntry } from '~/kit/audit_timeline'
import type { MoneyValue } from '~/kit/money'
import type { Tone } from '~/kit/status_badge'
import type { Category } from './provider_options'

export type Provider = {
  id: number
  code: string
  legal_name: string
  trade_name: string | null
  tax_id_type: string
  tax_id: string | null
  country: string
  kind: string
  ledger_prefix: string
  default_category_id: number | null
  email: string | null
  phone: string | null
  address: string | null
  postal_code: string | null
  city: string | null
  payment_terms_days: number
  payment_day: number | null
  payment_method: string
  notes: string | null
  active: boolean
  block_reason: string | null
  lock_version: number
  status: { label: string; tone: Tone }
  actions: string[]
}

export type Bank = {
  id: number
  label: string
  iban: string
  bank: string | null
  holder: string
  is_default: boolean
  verification: { label: string; tone: Tone }
  verified_by: string | null
  verified_at: string | null
  /** The end of the wait before the first payment, while it lasts. */
  payable_from: string | null
  disabled: boolean
  creator: string | null
  can_verify: boolean
  is_own: boolean
  /** Whether this user may end the wait before the first payment. */
  can_waive?: boolean
}

export type ProviderPage = {
  provider: Provider
  figures: { pending: MoneyValue; invoiced: MoneyValue; count: number }
  banks: Bank[]
  events: AuditEntry[]
  mayVerify: boolean
  categories: Category[]
}
