import type { AuditEntry } from '~/kit/detail/audit_timeline'
import type { Option } from '~/kit/fields/choice_fields'
import type { MoneyValue } from '~/kit/money'
import type { Tone } from '~/kit/status_badge'

type Status = { label: string; tone: Tone }

export type LoanRow = {
  id: number
  number: string
  lender: string
  borrower: string
  principal: MoneyValue | null
  outstanding: MoneyValue
  nextDueOn: string | null
  isOverdue: boolean
  isDefaulted: boolean
  status: Status
}

export type Loan = {
  id: number
  number: string
  lender: string
  borrower: string
  lenderSiteId: number | null
  borrowerSiteId: number
  isBank: boolean
  kind: 'term' | 'credit_line' | 'current_account'
  kindLabel: string
  currency: string
  principal: MoneyValue | null
  method: string | null
  rate: string
  rateType: string
  dayCount: string
  periodicity: string | null
  periods: number | null
  startOn: string
  firstPaymentOn: string | null
  maturityOn: string | null
  gracePeriods: number
  capitalise: boolean
  withholdingRate: string
  fee: MoneyValue
  loadedOn: string | null
  isConfigured: boolean
  defaultedOn: string | null
  settledOn: string | null
  fingerprint: string
  lockVersion: number
  state: 'draft' | 'active' | 'settled' | 'cancelled'
  status: Status
}

type LoanValues = {
  principalMinor: number | null
  method: string | null
  rateType: string
  rate: string
  rateIndex: string
  spread: string
  dayCount: string
  periodicity: string | null
  startOn: string
  firstPaymentOn: string
  periods: number | null
  maturityOn: string
  gracePeriods: number
  custom: { dueOn: string; principalMinor: number }[]
  capitalise: boolean
  withholdingRate: string
  feeMinor: number
  loadedOn: string
  loadedMinor: number | null
  lenderAccountId: string | null
  borrowerAccountId: string | null
  autoPay: boolean
  marketRateNote: string
}

export type Approval = {
  company: string
  given: number
  required: number
  canApprove: boolean
  hindrance: string | null
  able: string[]
}

export type ScheduleLine = {
  key: string
  seq: number | null
  dueOn: string
  opening: MoneyValue
  principal: MoneyValue
  interest: MoneyValue
  fee: MoneyValue
  withholding: MoneyValue
  total: MoneyValue
  paid: MoneyValue
  status: Status
}

export type Movement = {
  id: number
  type: string
  valueOn: string
  principal: MoneyValue
  interest: MoneyValue
  fee: MoneyValue
  withholding: MoneyValue
  balance: MoneyValue
  isReversed: boolean
  compensation: { id: number; number: string } | null
  note: string | null
  who: string | null
  canReverse: boolean
}

export type OpenPayment = {
  id: number
  type: string
  amount: MoneyValue
  valueOn: string
  order: { id: number; number: string } | null
  isOrdered: boolean
}

export type LoanPage = {
  loan: Loan
  values: LoanValues
  figures: {
    outstanding: MoneyValue
    interest: MoneyValue
    overdue: MoneyValue
    available: MoneyValue | null
    payable: MoneyValue
  }
  actions: string[]
  approvals: Approval[] | null
  schedule: { versions: { version: number; lines: ScheduleLine[] }[]; isDraft: boolean }
  movements: Movement[]
  payments: OpenPayment[]
  accruals: {
    period: string
    days: number
    base: MoneyValue
    interest: MoneyValue
    postedOn: string
    isLate: boolean
  }[]
  revisions: {
    id: number
    fromOn: string
    effectiveOn: string
    rate: string
    source: string
    who: string | null
  }[]
  files: {
    id: number
    kind: string
    name: string
    sizeBytes: number
    who: string | null
    at: string
    canRemove: boolean
  }[]
  entries: {
    id: number
    entryNo: number
    siteId: number
    site: string
    postedOn: string
    description: string
    amount: MoneyValue
    isReversed: boolean
  }[]
  events: AuditEntry[]
  options: {
    methods: Option[]
    rateTypes: Option[]
    dayCounts: Option[]
    periodicities: Option[]
    earlyOptions: Option[]
    fileKinds: Option[]
    accounts: { lender: Option[]; borrower: Option[] }
  }
}

/** What a form is told while somebody types. */
export type Problem = { problem: string; field: string | null }
export const isProblem = (answer: object): answer is Problem => 'problem' in answer
