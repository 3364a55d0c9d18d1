import type { MoneyValue } from '~/kit/money'
import type { IntegrationAlert } from './integration_list'

export type Figures = {
  review: number
  approval: number
  overdueMinor: MoneyValue
  overdue: number
  dueWeekMinor: MoneyValue
  buffer: number
  pendingLines: number
  cashMinor: MoneyValue
}

/** A document that waits for a decision this user may take. */
export type Waiting = {
  kind:
    | 'invoice'
    | 'expense_note'
    | 'payment'
    | 'run'
    | 'manual_entry'
    | 'contract'
    | 'loan'
    | 'loan_compensation'
    | 'provider_bank'
    | 'employee_bank'
    | 'person'
    | 'setting_change'
    | 'rebilling'
  id: number
  title: string
  detail: string
  /** None where it is of no single company. */
  site: string | null
  /** None where no amount is decided. */
  amount: MoneyValue | null
  since: string | null
  /** Whole hours beyond those of its policy; null in time. */
  lateHours: number | null
  /** What somebody said of a copy of it, and who. */
  note: string | null
}

/** The first of what waits, or all of it; whether there is more. */
export type ShownWaiting = { items: Waiting[]; isCut: boolean }

/** An invoice that came back to be reviewed. */
export type Returned = {
  id: number
  number: string
  provider: string | null
  site: string | null
  how: 'return' | 'reject' | 'unbook'
  by: string | null
  reason: string | null
  on: string
}

export type Due = {
  id: number
  provider: string
  site: string
  dueOn: string
  pending: MoneyValue
  isOverdue: boolean
}

export type AccountBalance = {
  id: number
  name: string
  site: string
  balance: MoneyValue
  available: MoneyValue
}

export type WidgetName =
  | 'waiting'
  | 'treasury'
  | 'due'
  | 'forecast'
  | 'invoices'
  | 'ageing'
  | 'alarms'
  | 'reconciliation'
  | 'accounts'

export type Layout = { order: WidgetName[]; hidden: WidgetName[] }

export type Treasury = {
  companies: {
    siteId: number
    site: string
    currency: string
    balance: number
    held: number
    available: number
  }[]
  days: { on: string; balance: number; movement: number }[]
}

/** What falls due between two days, both in it; cents of EUR. */
export type DueSpan = { label: string; from: string | null; to: string | null; minor: number; count: number }
export type ForecastWeek = DueSpan & {
  recurrentMinor: number
  payrollMinor: number
  otherMinor: number
  balance: number
}

export type InvoiceCounts = {
  states: { status: string; label: string; count: number }[]
  received: { label: string; from: string; to: string; count: number }[]
  oldest: { id: number; number: string; receivedOn: string } | null
}

export type Alarms = {
  count: number
  severities: { severity: string; count: number }[]
  blocking: { id: number; invoiceId: number; number: string; message: string }[]
}

export type ReconciliationWork = { accounts: AccountWork[]; unidentified: Unidentified | null }
/** What stands on the account of unidentified movements, and for how long the oldest of it does. */
export type Unidentified = { code: string; count: number; days: number }
export type AccountWork = { id: number; name: string; site: string; pending: number; percent: number | null }

export type DashboardPage = {
  figures: Figures
  waiting: ShownWaiting
  returned: Returned[]
  integrations: IntegrationAlert[]
  /** Controls that two people loosened in the last seven days. */
  loosened: number
  /** What others did in those days to what people may do: invited, changed, confirmed, let approve. */
  powers: number
  due: Due[]
  accounts: AccountBalance[]
  layout: Layout
  /** Companies chosen; empty for all. */
  siteIds: number[]
  treasury?: Treasury
  forecast?: ForecastWeek[] | null
  ageing?: DueSpan[]
  invoices?: InvoiceCounts
  alarms?: Alarms
  reconciliation?: ReconciliationWork | null
}
