import type { MoneyValue } from '~/kit/money'

export type BalanceRow = {
  id: string
  name: string
  kind: 'account' | 'virtual'
  balance: MoneyValue
  held: MoneyValue | null
  available: MoneyValue | null
  href: string
  held_href: string
}

export type FlowRow = {
  id: string
  month: string
  account: string
  received: MoneyValue
  paid: MoneyValue
  received_href: string
  paid_href: string
  net_href: string
}

export type RankedRow = {
  id: string
  name: string
  count: number
  amount: MoneyValue
  href: string
  before?: MoneyValue
  before_href?: string
}

export type WaitingRow = { id: string; label: string; count: number; amount: MoneyValue | null; href: string }

export type ReconciliationRow = {
  id: number
  account: string
  pending: number
  matched: number
  ignored: number
  last_on: string | null
  hrefs: { pending: string; matched: string; ignored: string }
}

export type InvoicesBlock = {
  count: number
  amount: MoneyValue
  href: string
  days_to_approve: string | null
  days_to_book: string | null
  days_to_pay: string | null
}

export type PaymentPeriod = {
  paid_minor: number
  paid_ratio: string | null
  pending_minor: number
  pending_ratio: string | null
  pmp: string | null
  paid_href: string
  pending_href: string
}

/** An account of the plan with its balance of today. */
export type LedgerRow = { id: number; code: string; name: string; balance: MoneyValue; href: string }

export type AlarmRow = { severity: string; label: string; count: number; href: string }

export type SiteReport = {
  currency: string
  balances: BalanceRow[]
  balances_href: string
  flows: FlowRow[]
  invoices: InvoicesBlock
  payment_period: PaymentPeriod
  providers: RankedRow[]
  categories: RankedRow[]
  waiting: WaitingRow[]
  reconciliations: ReconciliationRow[]
  taxes: LedgerRow[]
  group: LedgerRow[]
  alarms: AlarmRow[]
  at: string
}

export type Period = { from: string; to: string }
