import type { Companies } from '#app/books/queries/book_scope'
import { companiesFilter } from '#app/books/queries/book_scope'
import { accountSums } from '#app/books/queries/book_sums'
import { planAccounts } from '#app/books/queries/plan_accounts'
import { type PlanRow, planRow } from '#app/books/queries/plan_rows'
import { type PlanStructure, planStructure } from '#app/books/queries/plan_structure'
import {
  type Looked,
  PREFIX_DIGITS,
  type PrefixSums,
  prefixSums,
  type Sums,
  sumUnder,
  withUnclosed,
} from '#app/books/queries/plan_sums'
import { UNCLOSED_RESULT, type UnclosedResult } from '#app/books/queries/unclosed_results'
import { rows } from '#app/kernel/database/sql'

/** A plan as somebody looks at it: whose, when, and the sums of both years. */
export type Plan = {
  looked: Looked
  structure: PlanStructure
  sums: PrefixSums
  /** What years without a close left; part of the sums, and a line of its own under the node of their account. */
  unclosed: UnclosedResult[]
  showsPayroll: boolean
}

export type PlanChildren = { rows: PlanRow[]; next: string | null }

/** Opens the plan of some companies for a period; the sums of the year before come with it. */
export async function openPlan(looked: Looked, showsPayroll: boolean): Promise<Plan> {
  const [structure, books] = await Promise.all([planStructure(looked.companies), prefixSums(looked)])
  return { looked, structure, sums: withUnclosed(books), unclosed: books.unclosed, showsPayroll }
}

/** The company when the plan is of one. */
export function onlyCompany(companies: Companies): number | null {
  return companies !== 'all' && companies.length === 1 ? (companies[0] ?? null) : null
}

/**
 * What lies right under a line of the plan: nodes, then the accounts of the company, or where the plan is of several the
 * companies that have any, each with its accounts under it. A line that is unknown or of another company has nothing under it.
 */
export async function planChildren(plan: Plan, parent: string, after = ''): Promise<PlanChildren> {
  const [kind = '', code = '', site = ''] = parent.split(':')
  if (kind === 's') {
    const siteId = Number(site)
    const { companies } = plan.looked
    const isTheirs = Number.isSafeInteger(siteId) && (companies === 'all' || companies.includes(siteId))
    return isTheirs ? accountsUnder(plan, { code, siteId, after }) : { rows: [], next: null }
  }
  if (kind !== 'c' || (code !== '' && !plan.structure.has(code))) return { rows: [], next: null }
  const siteId = onlyCompany(plan.looked.companies)
  const nodes =
    after === ''
      ? [...plan.structure.under(code).map((child) => nodeRow(plan, child)), ...unclosedRows(plan, code)]
      : []
  if (code === '') return { rows: nodes, next: null }
  if (siteId === null) return { rows: [...nodes, ...(await companyRows(plan, code))], next: null }
  const accounts = await accountsUnder(plan, { code, siteId, after })
  return { rows: [...nodes, ...accounts.rows], next: accounts.next }
}

/** The line of what years without a close left, under the node that its account hangs from; none where nothing is left. */
export function unclosedRows(plan: Plan, code: string): PlanRow[] {
  const { structure, unclosed } = plan
  const under = unclosed.filter((result) => {
    const prefix = result.code.slice(0, PREFIX_DIGITS)
    return (structure.has(prefix) ? prefix : structure.parentOf(prefix)) === code
  })
  const [first] = under
  if (!first) return []
  const sum = (of: (result: UnclosedResult) => number) =>
    under.reduce((total, result) => total + of(result), 0)
  return [
    planRow(
      {
        key: `u:${code}`,
        kind: 'unclosed',
        code: first.code,
        name: UNCLOSED_RESULT,
        level: levelOf(plan, code) + 1,
        hasChildren: false,
      },
      {
        debit: sum(({ debit }) => debit),
        credit: sum(({ credit }) => credit),
        closing: sum(({ closing }) => closing),
        previous: sum(({ previous }) => previous),
      }
    ),
  ]
}

/** How deep a node lies: groups are 0. */
export function levelOf({ structure }: Plan, code: string): number {
  let level = 0
  for (let above = structure.parentOf(code); above !== ''; above = structure.parentOf(above)) level += 1
  return level
}

/** A node of the structure with everything below it added up. */
export function nodeRow(plan: Plan, code: string): PlanRow {
  const prefixes = [...plan.sums.keys()].filter((prefix) => prefix.startsWith(code))
  const sums = sumUnder(plan.sums, prefixes)
  return planRow(
    {
      key: `c:${code}`,
      kind: 'node',
      code,
      name: plan.structure.nameOf(code),
      level: levelOf(plan, code),
      hasChildren: plan.structure.under(code).length > 0 || sums.accounts > 0,
    },
    sums
  )
}

/** The four digits whose accounts hang from a node itself and not from one below it. */
function prefixesUnder({ structure, sums }: Plan, code: string): string[] {
  return [...sums.keys()]
    .filter((prefix) => (structure.has(prefix) ? prefix : structure.parentOf(prefix)) === code)
    .sort()
}

function accountsUnder(plan: Plan, { code, siteId, after }: { code: string; siteId: number; after: string }) {
  const isOne = onlyCompany(plan.looked.companies) !== null
  return planAccounts({
    looked: { ...plan.looked, companies: [siteId] },
    siteId,
    prefixes: prefixesUnder(plan, code),
    parent: code,
    level: levelOf(plan, code) + (isOne ? 1 : 2),
    after,
    showsPayroll: plan.showsPayroll,
  })
}

async function companyRows(plan: Plan, code: string): Promise<PlanRow[]> {
  const prefixes = prefixesUnder(plan, code)
  if (prefixes.length === 0) return []
  const found = await sumsBySite(plan.looked, prefixes)
  return found.map(({ siteId, site, name, ...sums }) =>
    planRow(
      {
        key: `s:${code}:${siteId}`,
        kind: 'company',
        code,
        name,
        siteId,
        site,
        level: levelOf(plan, code) + 1,
        hasChildren: true,
      },
      sums
    )
  )
}

type SiteSums = Sums & { siteId: number; site: string; name: string }

function sumsBySite(looked: Looked, prefixes: string[]): Promise<SiteSums[]> {
  const { where, bindings: scope } = companiesFilter(looked.companies, 'id')
  const { sql, bindings } = accountSums({
    ...looked,
    reach: 'few',
    wanted: {
      sql: `a.site_id in (select id from sites where ${where.join(' and ')}) and a.code >= :firstPrefix and a.code < :beyondPrefix and left(a.code, 4) = any(:prefixes::text[])`,
      bindings: { ...scope, prefixes, firstPrefix: prefixes[0], beyondPrefix: `${prefixes.at(-1)}:` },
    },
  })
  return rows<SiteSums>(
    `with ${sql}
     select s.site_id, t.code as site, coalesce(nullif(t.trade_name, ''), t.legal_name::text) as name, sum(s.debit)::bigint as debit,
            sum(s.credit)::bigint as credit, sum(s.closing)::bigint as closing, sum(s.previous)::bigint as previous
       from sums s join sites t on t.id = s.site_id group by 1, 2, 3 order by t.code`,
    bindings
  )
}
