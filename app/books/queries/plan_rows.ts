import type { Sums } from '#app/books/queries/plan_sums'
import type { MoneyJson } from '#app/kernel/money/money'

/** A line of the plan: a node of its structure, a company under a node, or an account. */
export type PlanRow = {
  /** `c:430` node, `s:430:7` company 7 under it, `a:981` account, `p:465:7` payroll accounts that are not told apart, `u:129` what years without a close left. */
  key: string
  kind: 'node' | 'company' | 'account' | 'restricted' | 'unclosed'
  code: string
  name: string
  siteId: number | null
  site: string | null
  accountId: number | null
  active: boolean
  reconcilable: boolean
  /** Of an account of balances with the group: the key of the company, `outside`, or nothing while nobody said; null for others. */
  partner: string | null
  hasChildren: boolean
  /** How deep it lies, from 0. */
  level: number
  debit: MoneyJson
  credit: MoneyJson
  balance: MoneyJson
  previous: MoneyJson
  change: MoneyJson
  /** Hundredths of a percent against the year before; null where that was nothing. */
  changeBasisPoints: number | null
}

type Described = Pick<PlanRow, 'key' | 'kind' | 'code' | 'name' | 'level' | 'hasChildren'> &
  Partial<Pick<PlanRow, 'siteId' | 'site' | 'accountId' | 'active' | 'reconcilable' | 'partner'>>

/** A line with its sums and how it compares with the year before. */
export function planRow(described: Described, sums: Sums): PlanRow {
  const { debit, credit, closing, previous } = sums
  const change = closing - previous
  return {
    siteId: null,
    site: null,
    accountId: null,
    active: true,
    reconcilable: false,
    partner: null,
    ...described,
    debit: euros(debit),
    credit: euros(credit),
    balance: euros(closing),
    previous: euros(previous),
    change: euros(change),
    changeBasisPoints: previous === 0 ? null : Math.round((change / Math.abs(previous)) * 10_000),
  }
}

const euros = (minor: number): MoneyJson => ({ minor, currency: 'EUR' })
