import type { MoneyValue } from '~/kit/money'

export type SummaryCompany = {
  id: number
  code: string
  name: string
  lends: MoneyValue
  owes: MoneyValue
  net: MoneyValue
  banks: MoneyValue
  due30: MoneyValue
  due90: MoneyValue
  overdue: MoneyValue
}

export type Summary = {
  companies: SummaryCompany[]
  cells: { lenderId: number; borrowerId: number; amount: MoneyValue }[]
  banks: { name: string; borrowerId: number; amount: MoneyValue }[]
  totals: Record<'lent' | 'banks' | 'due30' | 'due90' | 'overdue', MoneyValue>
}
