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

/** A text, or a figure with the address of the list that it sums up; null where there is nothing to tell. */
export type BlockCell = string | { value: number | MoneyValue; href: string } | null

/** A block that is drawn from its declaration. */
export type ReportBlock = {
  key: string
  title: string
  half: 'left' | 'right'
  empty: string
  columns: readonly { title: string; kind?: 'code' | 'figure' }[]
  rows: { key: string | number; cells: BlockCell[] }[]
}

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
  blocks: ReportBlock[]
  at: string
}

export type Period = { from: string; to: string }
