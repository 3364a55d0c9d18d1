import type { MoneyValue } from '~/kit/money'

export type BalanceRow = {
  id: string
  name: string
  kind: 'account' | 'virtual'
  balance: MoneyValue
  held: MoneyValue | null
  available: MoneyValue | null
  href: string
  heldHref: string
}

export type FlowRow = {
  id: string
  month: string
  account: string
  received: MoneyValue
  paid: MoneyValue
  receivedHref: string
  paidHref: string
  netHref: string
}

export type RankedRow = {
  id: string
  name: string
  count: number
  amount: MoneyValue
  href: string
  before?: MoneyValue
  beforeHref?: string
}

export type WaitingRow = { id: string; label: string; count: number; amount: MoneyValue | null; href: string }

export type ReconciliationRow = {
  id: number
  account: string
  pending: number
  matched: number
  ignored: number
  lastOn: string | null
  hrefs: { pending: string; matched: string; ignored: string }
}

export type InvoicesBlock = {
  count: number
  amount: MoneyValue
  href: string
  daysToApprove: string | null
  daysToBook: string | null
  daysToPay: string | null
}

export type PaymentPeriod = {
  paidMinor: number
  paidRatio: string | null
  pendingMinor: number
  pendingRatio: string | null
  pmp: string | null
  paidHref: string
  pendingHref: string
}

/** An account of the plan with its balance of today. */
export type LedgerRow = { id: number; code: string; name: string; balance: MoneyValue; href: string }

export type AlarmRow = { severity: string; label: string; count: number; href: string }

export type SiteReport = {
  currency: string
  balances: BalanceRow[]
  balancesHref: string
  flows: FlowRow[]
  invoices: InvoicesBlock
  paymentPeriod: PaymentPeriod
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
