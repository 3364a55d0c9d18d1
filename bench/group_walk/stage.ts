import { rows } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { type CalendarDate, calendarDate, endOfMonth, today } from '#app/kernel/time/calendar_date'
import { makeBankAccount, makeIban, makeSite } from '#tests/factories/books'
import { makeProvider, type TestProvider } from '#tests/factories/documents'
import { switchOn } from '#tests/factories/issuing'
import type { LoanCompany, LoanStage } from '#tests/factories/loans'
import { letPayFor } from '#tests/factories/paid_by_another'
import { letApprove, makeUser, type Person } from '#tests/factories/people'
import type { RebillingStage } from '#tests/factories/rebilling'

const COMPANIES = 12
const FIRST_MONTH = 1
const OPENED_ON = '2025-01-01'
/** Enough that nobody runs out of money before the end. */
const OPENING_MINOR = 100_000_000

export type Random = { between: (least: number, most: number) => number; oneOf: <T>(of: readonly T[]) => T }

/** Companies of a group with money, who writes and who approves in all of them. */
export type Group = {
  companies: LoanCompany[]
  author: Person
  approvers: Person[]
  provider: TestProvider
}

/** Whether anything was done, and what was refused of the parts of an act that goes on without them. */
export type Acted = { isDone: boolean; problems?: string[] }
export const DONE: Acted = { isDone: true }
export const NOTHING: Acted = { isDone: false }

/** Every second company issues with VERI*FACTU. */
export async function makeGroup(count = COMPANIES): Promise<Group> {
  const system = await makeUser('s1st3ma')
  const approvers = [await makeUser('aprobador'), await makeUser('aprobador'), await makeUser('aprobador')]
  const author = await makeUser('superC0ntab1l1dad')
  const companies: LoanCompany[] = []
  for (let index = 0; index < count; index++) {
    const { siteId } = await makeSite()
    companies.push({
      siteId,
      accountId: await makeBankAccount(siteId, makeIban(), OPENED_ON, { openingMinor: OPENING_MINOR }),
    })
    if (index % 2 === 0) await switchOn({ siteId }, system)
    for (const approver of approvers)
      await letApprove(siteId, approver, ['loan', 'rebilling', 'payment_supplier'], null)
  }
  const ids = companies.map(({ siteId }) => siteId)
  for (const siteId of ids)
    await letPayFor(
      siteId,
      ids.filter((id) => id !== siteId)
    )
  return { companies, author, approvers, provider: await makeProvider(author) }
}

export const randomOf = (next: () => number): Random => {
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    between,
    oneOf: <T>(of: readonly T[]): T => {
      const found = of[between(0, of.length - 1)]
      if (found === undefined) throw new Error('Nothing to choose from')
      return found
    },
  }
}

/** So many different ones of a list, in any order. */
export function someOf<T>({ between }: Random, of: readonly T[], count: number): T[] {
  const left = [...of]
  return Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(between(0, left.length - 1), 1)
  ).flat()
}

/** A company that bears a cost and others that it is charged to, as the factories of rebilling want them. */
export function rebillingStage(random: Random, group: Group): RebillingStage {
  const [origin, ...targets] = someOf(random, group.companies, random.between(2, 4))
  if (!origin) throw new Error('A group has companies')
  return {
    originId: origin.siteId,
    targetIds: targets.map(({ siteId }) => siteId),
    provider: group.provider,
    author: group.author,
    approver: random.oneOf(group.approvers),
  }
}

/** Two companies, one of which lends, as the factories of loans want them. */
export function loanStage(random: Random, { companies, author, approvers }: Group): LoanStage {
  const [lender, borrower] = someOf(random, companies, 2)
  if (!lender || !borrower) throw new Error('A group has companies')
  return { companies, lender, borrower, creator: author, approvers }
}

/** A day of this year that has been. */
export function someDay({ between }: Random): CalendarDate {
  const until = today()
  const month = between(FIRST_MONTH, Number(until.slice(5, 7)))
  const day = calendarDate(
    `${until.slice(0, 4)}-${String(month).padStart(2, '0')}-${String(between(1, 28)).padStart(2, '0')}`
  )
  return day > until ? until : day
}

export const someMonthEnd = (random: Random): CalendarDate => {
  const end = endOfMonth(someDay(random))
  return end > today() ? today() : end
}

/** One of the keys that a query gives, all as likely; null where it gives none. Others may be quicker, and refused then. */
export async function someKey(
  random: Random,
  sql: string,
  bindings: Record<string, unknown> = {}
): Promise<number | null> {
  const found = await rows<{ id: number }>(`select id from (${sql}) found order by id`, bindings)
  return found.length === 0 ? null : random.oneOf(found).id
}

/** Numbers of suppliers’ documents that no other run has. */
let documents = 0
export const documentNumber = (): string => `W-${process.pid}-${Date.now()}-${++documents}`

/** What an act that goes on is told of what it could not do. */
export function refuseWhole(problems: readonly string[]): void {
  if (problems.length > 0) throw new DomainError('E_PARTS', problems.join(' '))
}
