import { type Companies, companiesFilter } from '#app/books/queries/book_scope'
import { rows } from '#app/kernel/database/sql'

/** The nodes of a plan above the accounts that take lines: groups, subgroups and accounts of three and four digits. */
export type PlanStructure = {
  nameOf: (code: string) => string
  has: (code: string) => boolean
  /** The nodes right under a node, or the groups for an empty code; in order. */
  under: (code: string) => string[]
  /** The lowest node of the plan that begins a number; empty where there is none. */
  parentOf: (code: string) => string
  codes: readonly string[]
}

/**
 * The structure of one company's plan; of several, that of the plan all of them come from, with what a company has
 * beside it: codes are the same in all companies by construction (area 00 §2).
 */
export async function planStructure(companies: Companies): Promise<PlanStructure> {
  const [only] = companies === 'all' ? [] : companies
  const isOne = companies !== 'all' && companies.length === 1 && only !== undefined
  const scope = companiesFilter(companies, 'a.site_id')
  const found = isOne
    ? await rows<{ code: string; name: string }>(
        `select code, name from ledger_accounts where site_id = :siteId and not is_postable order by code`,
        { siteId: only }
      )
    : await rows<{ code: string; name: string }>(
        `select code, min(name) as name from (
           select code, name from account_templates
           union all select a.code, a.name from ledger_accounts a where not a.is_postable and a.origin <> 'template' and ${scope.where.join(' and ')}) every
          group by code order by code`,
        scope.bindings
      )
  return structureOf(found)
}

function structureOf(nodes: { code: string; name: string }[]): PlanStructure {
  const names = new Map(nodes.map(({ code, name }) => [code, name]))
  const parentOf = (code: string): string => {
    for (let length = code.length - 1; length > 0; length--)
      if (names.has(code.slice(0, length))) return code.slice(0, length)
    return ''
  }
  const children = new Map<string, string[]>()
  for (const { code } of nodes) {
    const parent = parentOf(code)
    const siblings = children.get(parent)
    if (siblings) siblings.push(code)
    else children.set(parent, [code])
  }
  return {
    codes: nodes.map(({ code }) => code),
    nameOf: (code) => names.get(code) ?? code,
    has: (code) => names.has(code),
    under: (code) => children.get(code) ?? [],
    parentOf,
  }
}
