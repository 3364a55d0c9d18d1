import type { Sums } from '#app/accounts/queries/plan_sums'
import type { MoneyJson } from '#app/kernel/money'

/** A line of the plan: a node of its structure, a company under a node, or an account. */
export type PlanRow = {
  /** `c:430` node, `s:430:7` company 7 under it, `a:981` account, `p:465:7` payroll accounts that are not told apart. */
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
  /** How deep it lies, from 0. */
  level: number
  debit: MoneyJson
  credit: MoneyJson
  balance: MoneyJson
  previous: MoneyJson
  change: MoneyJson
  /** Hundredths of a percent against the year before; null where that was nothing. */
  change_basis_points: number | null
}

type Described = Pick<PlanRow, 'key' | 'kind' | 'code' | 'name' | 'level' | 'has_children'> &
  Partial<Pick<PlanRow, 'site_id' | 'site' | 'account_id' | 'active' | 'reconcilable'>>

/** A line with its sums and how it compares with the year before. */
export function planRow(described: Described, sums: Sums): PlanRow {
  const { debit, credit, closing, previous } = sums
  const change = closing - previous
  return {
    site_id: null,
    site: null,
    account_id: null,
    active: true,
    reconcilable: false,
    ...described,
    debit: euros(debit),
    credit: euros(credit),
    balance: euros(closing),
    previous: euros(previous),
    change: euros(change),
    change_basis_points: previous === 0 ? null : Math.round((change / Math.abs(previous)) * 10_000),
  }
}

const euros = (minor: number): MoneyJson => ({ minor, currency: 'EUR' })
