import type { AuditEntry } from '~/kit/detail/audit_timeline'
import type { MoneyValue } from '~/kit/money'
import type { Tone } from '~/kit/status_badge'
import type { PendingChange } from '../pending_changes/pending'

export type Choice = { value: string; label: string }
export type Badge = { label: string; tone: Tone }

export type SiteHead = {
  id: number
  code: string
  legalName: string
  tradeName: string | null
  taxId: string
  isDraft: boolean
  status: Badge
  actions: string[]
  logo: string | null
  hasPublicLink: boolean
  lockVersion: number
}

export type SiteForm = {
  legalName: string
  tradeName: string
  code: string
  taxId: string
  kind: string
  parentSiteId: string | null
  ownershipPercent: string
  isGroup: boolean
  address: string
  postalCode: string
  city: string
  provinceCode: string | null
  startedOn: string
  closedOn: string
  color: string | null
  territory: string
  baseCurrency: string
  accountWidth: string
  fiscalYearStartMonth: number
  vatPeriod: string
  withholdingPeriod: string
  withholdingAccrual: string
  sii: boolean
  redeme: boolean
  cashBasis: boolean
  prorataPercent: string
  invoiceEmailAlias: string
  autoBookLimit: string
  autoReconcile: boolean
  maxWriteoff: string
  cardCeiling: string
  salesSource: string | null
}

export type SiteOptions = {
  kinds: Choice[]
  territories: Choice[]
  periods: Choice[]
  accruals: Choice[]
  salesSources: Choice[]
  currencies: Choice[]
  parents: Choice[]
}

export type AccountRole = {
  role: string
  label: string
  groupCode: string
  ownCode: string | null
  accountName: string | null
}

export type Approval = {
  id: number
  userId: number
  user: string
  waitsForConfirmation: boolean
  role: string
  kinds: string[]
  kindNames: string
  maxAmount: MoneyValue | null
  dailyLimit: MoneyValue | null
  categories: string[]
  categoryIds: number[]
  activeFrom: string
  activeTo: string | null
  delegate: { name: string; from: string; to: string } | null
  proposer: string | null
  activator: string | null
  endReason: string | null
  status: Badge
  actions: string[]
  own: string | null
}

export type PolicyStep = {
  id: number
  kind: string | null
  from: string
  required: number
  aggregateDays: number
  slaHours: number | null
}

export type Approvals = {
  list: Approval[]
  policies: PolicyStep[]
  groupPolicies: PolicyStep[]
  kinds: Choice[]
  people: (Choice & { canDelegate: boolean })[]
  categories: Choice[]
  /** Hours that an account which is verified now waits for its first payment. */
  cooling: { hours: number; updatedBy: string | null; updatedAt: string | null }
  seniorCap: { value: MoneyValue; text: string; updatedBy: string | null; updatedAt: string }
}

export type Center = {
  id: number
  code: string
  name: string
  rooms: number | null
  pmsCode: string | null
  active: boolean
}

export type SitePage = {
  site: SiteHead
  tab: string
  canWrite: boolean
  gaps: string[]
  /** What somebody wants to loosen of this company or of the group. */
  pendingChanges: PendingChange[]
  blockers: { text: string; href: string | null }[]
  hasEntries: boolean
  /** The supplier that the company is to the others. */
  supplier: { id: number; code: string; name: string } | null
  form: SiteForm | null
  /** The companies that it may pay for. */
  paidFor: { id: number; name: string }[] | null
  options: SiteOptions
  roles: AccountRole[] | null
  approvals: Approvals | null
  centers: Center[] | null
  events: AuditEntry[] | null
  /** What a tab that another area brings shows. */
  further: unknown
  publicLinks: PublicLinks | null
}

/** Where outsiders send documents to the company; shown once. */
export type PublicLinks = { invoices: string; expenseNotes: string }
