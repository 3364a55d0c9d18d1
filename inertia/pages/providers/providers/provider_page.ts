import type { AuditEntry } from '~/kit/audit_timeline'
import type { MoneyValue } from '~/kit/money'
import type { PayeeBank } from '~/kit/payee_banks/bank_types'
import type { Tone } from '~/kit/status_badge'
import type { Category, TaxChoices } from './provider_options'

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
  site_id_if_group: number | null
  default_payer_site_id: number | null
  default_bank_account_id: number | null
  default_category_id: number | null
  email: string | null
  phone: string | null
  address: string | null
  postal_code: string | null
  city: string | null
  website: string | null
  contact_name: string | null
  vat_regime: string
  default_vat_code_id: number | null
  default_withholding_code_id: number | null
  excluded_from_347: boolean
  payment_terms_days: number
  payment_day: number | null
  payment_method: string
  notes: string | null
  active: boolean
  is_draft: boolean
  multi_bank: boolean
  may_delete: boolean
  may_merge: boolean
  merged_into: { id: number; code: string; name: string } | null
  default_profile_id: number | null
  block_reason: string | null
  lock_version: number
  status: { label: string; tone: Tone }
  actions: string[]
}

export type Bank = PayeeBank & { site_id: number | null }

export type Activity = {
  invoices: {
    id: number
    reference: string
    number: string | null
    issued_on: string | null
    site: string | null
    total: MoneyValue
    outstanding: MoneyValue
    is_booked: boolean
  }[]
  payments: { id: number; number: string; on: string; site: string; amount: MoneyValue; is_paid: boolean }[]
  accounts: { id: number; site: string; code: string; balance: MoneyValue }[]
  profiles: { id: number; name: string; category: string; active: boolean }[]
}

export type AgreedContract = {
  id: number
  reference: string
  title: string
  starts_on: string
  ends_on: string | null
  status: string
}

type Named = { id: number; name: string }

/** Companies and accounts of the group that the fields offer. */
export type Companies = {
  group_sites: Named[]
  payer_sites: Named[]
  payer_accounts: (Named & { site_id: number })[]
  /** The company that the provider is. */
  group_site: (Named & { may_open: boolean }) | null
}

export type ProviderPage = {
  companies: Companies
  agreed: { contracts: number; recurrents: number }
  contracts: AgreedContract[] | null
  activity?: Activity
  provider: Provider
  figures: { pending: MoneyValue; invoiced: MoneyValue; count: number }
  banks: Bank[]
  events: AuditEntry[]
  mayVerify: boolean
  /** Hours that an account waits for its first payment once it is verified. */
  cooling_hours: number
  sites: { id: number; name: string }[]
  profiles: { id: number; name: string }[]
  categories: Category[]
  taxes: TaxChoices
}
