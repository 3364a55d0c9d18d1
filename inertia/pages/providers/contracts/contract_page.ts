import type { AuditEntry } from '~/kit/detail/audit_timeline'
import type { MoneyValue } from '~/kit/money'
import type { Badge, Choice } from './contract_row'

export type ContractHead = {
  id: number
  reference: string
  title: string
  providerId: number
  provider: string
  owner: string | null
  approvedBy: string | null
  createdBy: string | null
  submittedBy: string | null
  sites: { id: number; code: string; name: string }[]
  otherSites: number
  currency: string
  state: string
  status: Badge
  parent: { id: number; reference: string } | null
  actions: string[]
  lockVersion: number
}

export type ContractFacts = {
  kind: string
  signedOn: string | null
  startsOn: string
  endsOn: string | null
  endedOn: string | null
  suspendedOn: string | null
  endReason: string | null
  noticeDays: number
  noticeUntil: string | null
  autoRenew: boolean
  renewalMonths: number
  billingFrequency: string
  expectedDay: number | null
  expected: MoneyValue | null
  tolerancePercent: number
  cap: MoneyValue | null
  capPeriod: string
  used: MoneyValue | null
  billed: MoneyValue | null
  indexation: string
  indexKind: string
  indexPercent: string | null
  indexBaseMonth: string | null
  indexFloor: boolean
  lastIndexedOn: string | null
  deposit: MoneyValue | null
  guaranteeUntil: string | null
  filedUnder: string[]
  taxes: string[]
  paymentTermsDays: number | null
  requiresInvoiceMatch: boolean
  notes: string | null
}

export type PriceStep = { from: string; to: string | null; price: string; why: string; isNow: boolean }
export type PricedCode = {
  code: string
  description: string
  unit: string
  minQty: string | null
  maxQty: string | null
  tiers: { fromQty: string; price: string }[]
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
  expectedOn: string
  state: 'received' | 'missing' | 'pending'
  base: MoneyValue
  invoices: number
}

export type Amendment = { id: number; reference: string; title: string; startsOn: string; status: Badge }

export type ContractFile = {
  id: number
  kind: string
  isSigned: boolean
  name: string
  sizeBytes: number
  sha256: string
  who: string | null
  at: string
}

export type Deposit = {
  id: number
  site: string
  siteId: number
  term: string
  amount: MoneyValue
  paidOn: string
  returnedOn: string | null
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
  options: { fileKinds: Choice[]; depositTerms: Choice[] }
}
