import type { AuditEntry } from '~/kit/audit_timeline'
import type { MoneyValue } from '~/kit/money'
import type { Tone } from '~/kit/status_badge'

export type Choice = { value: string; label: string }
export type Badge = { label: string; tone: Tone }

export type SiteHead = {
  id: number
  code: string
  legal_name: string
  trade_name: string | null
  tax_id: string
  status: Badge
  actions: string[]
  logo: string | null
  has_public_link: boolean
  lock_version: number
}

export type SiteForm = {
  legal_name: string
  trade_name: string
  code: string
  tax_id: string
  kind: string
  parent_site_id: string | null
  ownership_percent: string
  is_group: boolean
  address: string
  postal_code: string
  city: string
  province_code: string | null
  started_on: string
  closed_on: string
  color: string | null
  territory: string
  base_currency: string
  account_width: string
  fiscal_year_start_month: number
  vat_period: string
  withholding_period: string
  withholding_accrual: string
  sii: boolean
  redeme: boolean
  cash_basis: boolean
  prorata_percent: string
  invoice_email_alias: string
  auto_book_limit: string
  auto_reconcile: boolean
  max_writeoff: string
  card_ceiling: string
  sales_source: string | null
}

export type SiteOptions = {
  kinds: Choice[]
  territories: Choice[]
  periods: Choice[]
  accruals: Choice[]
  sales_sources: Choice[]
  currencies: Choice[]
  parents: Choice[]
}

export type AccountRole = {
  role: string
  label: string
  group_code: string
  own_code: string | null
  account_name: string | null
}

export type Approval = {
  id: number
  user_id: number
  user: string
  role: string
  kinds: string[]
  kind_names: string
  max_amount: MoneyValue | null
  daily_limit: MoneyValue | null
  categories: string[]
  category_ids: number[]
  active_from: string
  active_to: string | null
  delegate: { name: string; from: string; to: string } | null
  proposer: string | null
  activator: string | null
  end_reason: string | null
  status: Badge
  actions: string[]
  own: string | null
}

export type PolicyStep = {
  id: number
  kind: string | null
  from: string
  required: number
  aggregate_days: number
  sla_hours: number | null
}

export type Approvals = {
  list: Approval[]
  policies: PolicyStep[]
  group_policies: PolicyStep[]
  kinds: Choice[]
  people: (Choice & { can_delegate: boolean })[]
  categories: Choice[]
  /** Hours that an account which is verified now waits for its first payment. */
  cooling: { hours: number; updated_by: string | null; updated_at: string | null }
  senior_cap: { value: MoneyValue; text: string; updated_by: string | null; updated_at: string }
}

export type Center = {
  id: number
  code: string
  name: string
  rooms: number | null
  pms_code: string | null
  active: boolean
}

export type SitePage = {
  site: SiteHead
  tab: string
  can_write: boolean
  gaps: string[]
  blockers: { text: string; href: string | null }[]
  has_entries: boolean
  /** The supplier that the company is to the others. */
  supplier: { id: number; code: string; name: string } | null
  form: SiteForm | null
  options: SiteOptions
  roles: AccountRole[] | null
  approvals: Approvals | null
  centers: Center[] | null
  events: AuditEntry[] | null
  public_links: PublicLinks | null
}

/** Where outsiders send documents to the company; shown once. */
export type PublicLinks = { invoices: string; expense_notes: string }
