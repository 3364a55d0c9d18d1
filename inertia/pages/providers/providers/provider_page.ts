import type { AuditEntry } from '~/kit/detail/audit_timeline'
import type { MoneyValue } from '~/kit/money'
import type { PayeeBank } from '~/kit/payee_banks/bank_types'
import type { Tone } from '~/kit/status_badge'
import type { Category, TaxChoices } from './provider_options'

export type Provider = {
  id: number
  code: string
  legalName: string
  tradeName: string | null
  taxIdType: string
  taxId: string | null
  country: string
  kind: string
  ledgerPrefix: string
  siteIdIfGroup: number | null
  defaultPayerSiteId: number | null
  defaultBankAccountId: number | null
  defaultCategoryId: number | null
  email: string | null
  phone: string | null
  address: string | null
  postalCode: string | null
  city: string | null
  website: string | null
  contactName: string | null
  vatRegime: string
  defaultVatCodeId: number | null
  defaultWithholdingCodeId: number | null
  excludedFrom347: boolean
  paymentTermsDays: number
  paymentDay: number | null
  paymentMethod: string
  notes: string | null
  active: boolean
  isDraft: boolean
  multiBank: boolean
  canDelete: boolean
  canMerge: boolean
  mergedInto: { id: number; code: string; name: string } | null
  defaultProfileId: number | null
  blockReason: string | null
  lockVersion: number
  status: { label: string; tone: Tone }
  actions: string[]
}

export type Bank = PayeeBank & { siteId: number | null }

export type Activity = {
  invoices: {
    id: number
    reference: string
    number: string | null
    issuedOn: string | null
    site: string | null
    total: MoneyValue
    outstanding: MoneyValue
    isBooked: boolean
  }[]
  payments: {
    id: number
    number: string
    on: string
    site: string
    amount: MoneyValue
    status: { label: string; tone: Tone }
  }[]
  accounts: { id: number; site: string; code: string; balance: MoneyValue }[]
  profiles: { id: number; name: string; category: string; active: boolean }[]
}

export type AgreedContract = {
  id: number
  reference: string
  title: string
  startsOn: string
  endsOn: string | null
  status: string
}

type Named = { id: number; name: string }

/** Companies and accounts of the group that the fields offer. */
export type Companies = {
  groupSites: Named[]
  payerSites: Named[]
  payerAccounts: (Named & { siteId: number })[]
  /** The company that the provider is. */
  groupSite: (Named & { canOpen: boolean }) | null
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
  canVerify: boolean
  /** Hours that an account waits for its first payment once it is verified. */
  coolingHours: number
  sites: { id: number; name: string }[]
  profiles: { id: number; name: string }[]
  categories: Category[]
  taxes: TaxChoices
}
