import type { MoneyValue } from '~/kit/money'

/** A line of the plan as the server sends it. */
export type PlanRow = {
  key: string
  kind: 'node' | 'company' | 'account' | 'restricted'
  code: string
  name: string
  site_id: number | null
  site: string | null
  account_id: number | null
  active: boolean
  reconcilable: boolean
  has_children: boolean
  level: number
  debit: MoneyValue
  credit: MoneyValue
  balance: MoneyValue
  previous: MoneyValue
  change: MoneyValue
  change_basis_points: number | null
}

export type PlanPeriod = { from: string; to: string }

/** Whether a line has any figure in the period, in its balance or in that of the year before. */
export const isUsed = ({ debit, credit, balance, previous }: PlanRow) =>
  [debit, credit, balance, previous].some(({ minor }) => minor !== 0)
