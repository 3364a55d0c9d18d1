import { rows } from '#app/kernel/database/sql'
import type { MoneyJson } from '#app/kernel/money/money'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { type DebtOn, type DueOn, debtsOn, duesOn, type Scope } from '#app/loans/queries/debts_on'

/** What of a debt is shown: principal, interest, or both. */
export const PARTS = { total: 'Total', principal: 'Principal', interest: 'Intereses' } as const
export type Part = keyof typeof PARTS

export type SummaryCompany = {
  id: number
  code: string
  name: string
  lends: MoneyJson
  owes: MoneyJson
  net: MoneyJson
  banks: MoneyJson
  due30: MoneyJson
  due90: MoneyJson
  overdue: MoneyJson
}

export type LoansSummary = {
  companies: SummaryCompany[]
  /** What the second owes the first, less what the first owes the second; only where something is owed. */
  cells: { lenderId: number; borrowerId: number; amount: MoneyJson }[]
  banks: { name: string; borrowerId: number; amount: MoneyJson }[]
  totals: Record<'lent' | 'banks' | 'due30' | 'due90' | 'overdue', MoneyJson>
}

const euros = (minor: number): MoneyJson => ({ minor, currency: 'EUR' })

/** Who in the group owes whom on a day (area 31), of somebody's companies and those they have loans with. */
export async function loansSummary(day: CalendarDate, part: Part, scope: Scope): Promise<LoansSummary> {
  const [debts, dues] = await Promise.all([debtsOn(day, scope), duesOn(day, scope)])
  const own = debts.filter(({ lenderId }) => lenderId !== null)
  const ofBanks = debts.filter(({ lenderId }) => lenderId === null)
  const ids = new Set(
    debts.flatMap(({ lenderId, borrowerId }) => [lenderId, borrowerId]).filter((id) => id !== null)
  )
  const named = await rows<{ id: number; code: string; name: string }>(
    `select id, code, coalesce(nullif(trade_name, ''), legal_name::text) as name from sites where id = any(:ids::bigint[]) order by code`,
    { ids: [...ids] }
  )
  const amount = amountOf(part)
  const sum = (some: readonly DebtOn[]) => some.reduce((total, debt) => total + amount(debt), 0)
  return {
    companies: named.map((company) => companyRow(company, { own, ofBanks, dues, sum })),
    cells: netCells(own, amount),
    banks: [
      ...Map.groupBy(ofBanks, ({ lenderName, borrowerId }) => `${lenderName}\u0000${borrowerId}`).values(),
    ].flatMap((some) => {
      const [first] = some
      return first
        ? [{ name: first.lenderName ?? '', borrowerId: first.borrowerId, amount: euros(sum(some)) }]
        : []
    }),
    totals: {
      lent: euros(sum(own)),
      banks: euros(sum(ofBanks)),
      due30: euros(total(dues, 'due30Minor')),
      due90: euros(total(dues, 'due90Minor')),
      overdue: euros(total(dues, 'overdueMinor')),
    },
  }
}

export const amountOf =
  (part: Part) =>
  (debt: Pick<DebtOn, 'principalMinor' | 'interestMinor'>): number =>
    (part === 'interest' ? 0 : debt.principalMinor) + (part === 'principal' ? 0 : debt.interestMinor)

type Sums = {
  own: readonly DebtOn[]
  ofBanks: readonly DebtOn[]
  dues: readonly DueOn[]
  sum: (some: readonly DebtOn[]) => number
}

function companyRow(
  company: { id: number; code: string; name: string },
  { own, ofBanks, dues, sum }: Sums
): SummaryCompany {
  const lends = sum(own.filter(({ lenderId }) => lenderId === company.id))
  const owes = sum(own.filter(({ borrowerId }) => borrowerId === company.id))
  const due = dues.filter(({ borrowerId }) => borrowerId === company.id)
  return {
    ...company,
    lends: euros(lends),
    owes: euros(owes),
    net: euros(lends - owes),
    banks: euros(sum(ofBanks.filter(({ borrowerId }) => borrowerId === company.id))),
    due30: euros(total(due, 'due30Minor')),
    due90: euros(total(due, 'due90Minor')),
    overdue: euros(total(due, 'overdueMinor')),
  }
}

const total = (dues: readonly DueOn[], key: 'overdueMinor' | 'due30Minor' | 'due90Minor') =>
  dues.reduce((sum, due) => sum + due[key], 0)

/** Of each pair the one that has more to receive. */
function netCells(debts: readonly DebtOn[], amount: (debt: DebtOn) => number) {
  const pairs = new Map<string, { one: number; other: number; minor: number }>()
  for (const debt of debts) {
    if (debt.lenderId === null) continue
    const [one, other] = [debt.lenderId, debt.borrowerId].toSorted((a, b) => a - b)
    if (one === undefined || other === undefined) continue
    const pair = pairs.get(`${one},${other}`) ?? { one, other, minor: 0 }
    pair.minor += debt.lenderId === one ? amount(debt) : -amount(debt)
    pairs.set(`${one},${other}`, pair)
  }
  return [...pairs.values()]
    .filter(({ minor }) => minor !== 0)
    .map(({ one, other, minor }) =>
      minor > 0
        ? { lenderId: one, borrowerId: other, amount: euros(minor) }
        : { lenderId: other, borrowerId: one, amount: euros(-minor) }
    )
}
