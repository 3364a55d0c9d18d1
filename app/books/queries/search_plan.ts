import { IS_PAYROLL_ACCOUNT } from '#app/accounts/queries/payroll_detail'
import { companiesFilter } from '#app/books/queries/book_scope'
import { levelOf, nodeRow, type Plan, unclosedRows } from '#app/books/queries/list_plan'
import { type AccountHead, accountRows, PARTNER } from '#app/books/queries/plan_accounts'
import type { PlanRow } from '#app/books/queries/plan_rows'
import { rows } from '#app/kernel/database/sql'
import { foldText } from '#app/kernel/text/similarity'

/** The most accounts and the most nodes that a search shows. */
export const FOUND_MAX = 100
const WORDS_MAX = 8

export type PlanFound = { rows: PlanRow[]; isCut: boolean }

/** Accounts and nodes whose number begins with a text of digits, or whose number and name have all its words; each under the nodes above it. */
export async function searchPlan(plan: Plan, text: string): Promise<PlanFound> {
  const accounts = await findAccounts(plan, text)
  const shown = accounts.slice(0, FOUND_MAX)
  const nodes = findNodes(plan, text)
  const codes = new Set(nodes.slice(0, FOUND_MAX))
  for (const code of [...codes, ...shown.map((account) => account.code)])
    for (let above = plan.structure.parentOf(code); above !== ''; above = plan.structure.parentOf(above))
      codes.add(above)
  const found = await accountRows(shown, plan.looked, 0)
  const lines = [
    ...[...codes].flatMap((code) => [
      { ...nodeRow(plan, code), hasChildren: false },
      ...unclosedRows(plan, code),
    ]),
    ...found.map((line) => ({ ...line, level: levelOf(plan, plan.structure.parentOf(line.code)) + 1 })),
  ]
  return {
    rows: lines.sort((a, b) => order(a).localeCompare(order(b))),
    isCut: accounts.length > FOUND_MAX || nodes.length > FOUND_MAX,
  }
}

const order = ({ code, site }: PlanRow) => `${code}:${site ?? ''}`

function findAccounts({ looked, showsPayroll }: Plan, text: string): Promise<AccountHead[]> {
  const { where, bindings } = companiesFilter(looked.companies, 'a.site_id')
  const isCode = /^\d+$/.test(text)
  const words = text.toLowerCase().split(/\s+/).filter(Boolean).slice(0, WORDS_MAX)
  const matching = isCode
    ? [`a.code like :word0 || '%'`]
    : words.map((_, index) => `a.search_text like '%' || f_unaccent(:word${index}) || '%'`)
  const values = Object.fromEntries(
    words.map((word, index) => [`word${index}`, word.replace(/[\\%_]/g, '\\$&')])
  )
  return rows<AccountHead>(
    `select a.id, a.site_id, s.code as site, a.code, a.name, a.active, a.reconcilable, ${PARTNER} from ledger_accounts a join sites s on s.id = a.site_id
      where a.is_postable and a.id <> all(:hidden::bigint[]) and ${[...where, ...matching].join(' and ')} ${showsPayroll ? '' : `and not ${IS_PAYROLL_ACCOUNT}`}
      order by a.code, s.code limit ${FOUND_MAX + 1}`,
    { ...bindings, ...values, hidden: looked.hidden }
  )
}

function findNodes(plan: Plan, text: string): string[] {
  const { structure } = plan
  if (/^\d+$/.test(text)) return structure.codes.filter((code) => code.startsWith(text))
  const words = foldText(text).split(' ').filter(Boolean).slice(0, WORDS_MAX)
  return structure.codes.filter((code) => {
    const computed = unclosedRows(plan, code).map((row) => foldText(row.name))
    const name = [code, foldText(structure.nameOf(code)), ...computed].join(' ')
    return words.length > 0 && words.every((word) => name.includes(word))
  })
}
