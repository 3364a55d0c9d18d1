import { planStructure } from '#app/books/queries/plan_structure'
import { PREFIX_DIGITS, prefixSums, sumUnder } from '#app/books/queries/plan_sums'
import { type BalanceAsked, balanceQuery } from '#app/books/queries/trial_balance_query'
import { UNCLOSED_RESULT, type UnclosedResult } from '#app/books/queries/unclosed_results'
import { rows } from '#app/kernel/database/sql'
import { type ListColumn, shownColumns } from '#app/kernel/lists/list_columns'
import type { ListOf, ListRequest } from '#app/kernel/lists/listing'
import { CHUNK_SIZE } from '#app/kernel/lists/page_sizes'
import type { MoneyJson } from '#app/kernel/money/money'
import { foldText } from '#app/kernel/text/similarity'

export type TrialBalanceRow = {
  id: string
  code: string
  name: string
  /** The company of the account; null where a row adds up several accounts. */
  site: string | null
  /** The one account behind the row, whose mayor explains it. */
  accountId: number | null
  opening: MoneyJson
  debit: MoneyJson
  credit: MoneyJson
  closing: MoneyJson
}

/** Its columns on its page, on paper and in files. */
export const balanceColumns: readonly ListColumn<TrialBalanceRow>[] = [
  { key: 'code', title: 'Cuenta', kind: 'reference' },
  { key: 'name', title: 'Nombre', kind: 'name', file: { width: 40 } },
  {
    key: 'site',
    title: 'Empresa',
    kind: 'text',
    isSaid: ({ rows: shown }) => shown.some(({ site }) => site !== null),
  },
  { key: 'opening', title: 'Saldo inicial', kind: 'money' },
  { key: 'debit', title: 'Debe', kind: 'money' },
  { key: 'credit', title: 'Haber', kind: 'money' },
  { key: 'closing', title: 'Saldo final', kind: 'money', card: 'figure' },
]

type Found = {
  key: string
  code: string
  name: string | null
  site: string | null
  accountId: number | null
  opening: number
  debit: number
  credit: number
  rowCount: number
  allOpening: number
  allDebit: number
  allCredit: number
}

/**
 * Balance de sumas y saldos of one company, several or the group, in euros: what each account carried into the period,
 * its debe and haber within it and what it carries out. A closed year is shown as it was before its regularización and
 * cierre unless somebody asks for what they left. A row without any figure is left out. What years without a close left
 * is a row of its own beside the account for the result of a year: income and expense do not carry it.
 */
export async function trialBalance(
  asked: BalanceAsked,
  request: ListRequest
): Promise<ListOf<TrialBalanceRow>> {
  const { level, codePrefix, text } = asked
  if (level !== 'full' && text === '' && codePrefix.length <= PREFIX_DIGITS) return byPrefix(asked, request)
  const size = request.perPage === 'all' ? CHUNK_SIZE * 25 : request.perPage
  const { sql, bindings } = balanceQuery(asked)
  const { companies, period, closing, hidden } = asked
  const { unclosed } = await prefixSums({ companies, period, closing, hidden })
  const found = await rows<Found>(
    `with ${sql},
       all_rows as (select * from balances union all select u.key, u.code, u.name, u.site, null::bigint, u.opening, u.debit, u.credit
         from jsonb_to_recordset(:unclosed::jsonb) as u(key text, code text, name text, site text, opening bigint, debit bigint, credit bigint))
     select *, count(*) over ()::int as row_count, sum(opening) over ()::bigint as all_opening,
            sum(debit) over ()::bigint as all_debit, sum(credit) over ()::bigint as all_credit
       from all_rows order by code, site limit :size offset :skip`,
    {
      ...bindings,
      unclosed: JSON.stringify(unclosedRows(asked, unclosed)),
      size,
      skip: request.perPage === 'all' ? 0 : (request.page - 1) * size,
    }
  )
  const [first] = found
  const whole = {
    count: first?.rowCount ?? 0,
    opening: first?.allOpening ?? 0,
    debit: first?.allDebit ?? 0,
    credit: first?.allCredit ?? 0,
  }
  return balanceList(found, whole, request)
}

/** The rows of up to four digits, from the sums that the plan keeps. */
async function byPrefix(asked: BalanceAsked, request: ListRequest): Promise<ListOf<TrialBalanceRow>> {
  const { companies, period, closing, hidden, level, codePrefix } = asked
  const [{ sums, unclosed }, { nameOf }] = await Promise.all([
    prefixSums({ companies, period, closing, hidden }),
    planStructure(companies),
  ])
  const codes = new Set(
    [...sums.keys()].filter((code) => code.startsWith(codePrefix)).map((code) => code.slice(0, Number(level)))
  )
  const all = [...codes]
    .map<Figures>((code) => {
      const under = [...sums.keys()].filter(
        (prefix) => prefix.startsWith(code) && prefix.startsWith(codePrefix)
      )
      const { debit, credit, closing: end } = sumUnder(sums, under)
      const opening = end - debit + credit
      return { key: code, code, name: nameOf(code), site: null, accountId: null, opening, debit, credit }
    })
    .filter(hasFigures)
    .concat(unclosedRows(asked, unclosed))
    .sort((a, b) => (a.code < b.code ? -1 : a.code > b.code ? 1 : 0))
  const total = (of: 'opening' | 'debit' | 'credit') => all.reduce((sum, row) => sum + row[of], 0)
  const skip = request.perPage === 'all' ? 0 : (request.page - 1) * request.perPage
  const shown = request.perPage === 'all' ? all : all.slice(skip, skip + request.perPage)
  const whole = {
    count: all.length,
    opening: total('opening'),
    debit: total('debit'),
    credit: total('credit'),
  }
  return balanceList(shown, whole, request)
}

const hasFigures = ({ opening, debit, credit }: Figures) => opening !== 0 || debit !== 0 || credit !== 0

/** What years without a close left: one row, or one a company where accounts are shown; unless something else is looked for. */
function unclosedRows({ level, codePrefix, text }: BalanceAsked, unclosed: UnclosedResult[]): Figures[] {
  const wanted = unclosed.filter(
    ({ code }) => code.startsWith(codePrefix) && foldText(UNCLOSED_RESULT).includes(foldText(text))
  )
  const byKey = new Map<string, Figures>()
  for (const { siteId, site, code, opening, debit, credit } of wanted) {
    const key = `unclosed:${level === 'full' ? siteId : code}`
    const known = byKey.get(key)
    byKey.set(key, {
      key,
      code,
      name: UNCLOSED_RESULT,
      site: level === 'full' ? site : null,
      accountId: null,
      opening: (known?.opening ?? 0) + opening,
      debit: (known?.debit ?? 0) + debit,
      credit: (known?.credit ?? 0) + credit,
    })
  }
  return [...byKey.values()].filter(hasFigures)
}

type Figures = Omit<Found, 'rowCount' | 'allOpening' | 'allDebit' | 'allCredit'>
type Whole = { count: number; opening: number; debit: number; credit: number }

function balanceList(found: Figures[], whole: Whole, request: ListRequest): ListOf<TrialBalanceRow> {
  const euros = (minor: number): MoneyJson => ({ minor, currency: 'EUR' })
  const listed = found.map((row) => ({
    id: row.key,
    code: row.code,
    name: row.name ?? row.code,
    site: row.site,
    accountId: row.accountId,
    opening: euros(row.opening),
    debit: euros(row.debit),
    credit: euros(row.credit),
    closing: euros(row.opening + row.debit - row.credit),
  }))
  return {
    rows: listed,
    columns: shownColumns(balanceColumns, { rows: listed }),
    page: request.perPage === 'all' ? 1 : request.page,
    perPage: request.perPage,
    total: whole.count,
    totalIsExact: true,
    sort: 'code',
    direction: 'asc',
    cursor: null,
    totals: {
      opening: [euros(whole.opening)],
      debit: [euros(whole.debit)],
      credit: [euros(whole.credit)],
      closing: [euros(whole.opening + whole.debit - whole.credit)],
    },
  }
}
