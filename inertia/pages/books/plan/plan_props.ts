import type { MoneyValue } from '~/kit/money'

/** A line of the plan as the server sends it. */
export type PlanRow = {
  key: string
  kind: 'node' | 'company' | 'account' | 'restricted' | 'unclosed'
  code: string
  name: string
  siteId: number | null
  site: string | null
  accountId: number | null
  active: boolean
  reconcilable: boolean
  /** Of an account of balances with the group: whose; empty while nobody said. */
  partner: string | null
  hasChildren: boolean
  level: number
  debit: MoneyValue
  credit: MoneyValue
  balance: MoneyValue
  previous: MoneyValue
  change: MoneyValue
  changeBasisPoints: number | null
}

export type PlanPeriod = { from: string; to: string }

/** Whether a line has any figure in the period, in its balance or in that of the year before. */
export const isUsed = ({ debit, credit, balance, previous }: PlanRow) =>
  [debit, credit, balance, previous].some(({ minor }) => minor !== 0)
