import type { MoneyValue } from '~/kit/money'

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
  kind: 'invoice' | 'payment'
  id: number
  title: string
  detail: string
  site: string
  amount: MoneyValue
  since: string | null
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

export type DashboardPage = {
  figures: Figures
  waiting: Waiting[]
  due: Due[]
  accounts: AccountBalance[]
}
