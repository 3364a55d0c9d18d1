import { addDays, addMonths, calendarDate, monthOf, today } from '#app/kernel/time/calendar_date'
import { monthText } from '#app/kernel/time/month_text'
import { urlFor } from '~/urls'

export type Cell = { minor: number; before: number | null }
export type TableRow = { key: string; label: string; cells: Record<string, Cell> }
export type SummaryTable = {
  columns: { key: string; label: string }[]
  rows: TableRow[]
  totals: Record<string, Cell>
  /** What to skip to see the rows that the first or the last row stands for. */
  earlierSkip: number | null
  restSkip: number | null
  currency: string
  foreign: string[]
  /** The companies that are in the table, where some that were asked for are not. */
  siteIds: number[] | null
}

export type SummaryAsk = {
  from: string
  to: string
  mode: string
  compare: string
  eliminates: boolean
  siteIds: number[]
}

/** The same as its address has it. */
export const queryOf = ({ siteIds, ...ask }: SummaryAsk) => ({ ...ask, site_ids: siteIds })

/** The row of the totals: the cells of all rows together. */
export const TOTAL = 'total'

/** The months that a summary is compared with, and how many before its own they are. */
export type Before = { from: string; to: string; months: number }

/** The rows that stand for others lead to those; the page shows them one stretch at a time. */
export function skippedTo({ key }: Pick<TableRow, 'key'>, table: SummaryTable): number | null {
  if (key === 'rest') return table.restSkip
  return key === 'earlier' ? table.earlierSkip : null
}

/** Where the documents of a cell were listed in the months it is compared with. */
export function beforeHref(
  ask: SummaryAsk,
  before: Before,
  row: Pick<TableRow, 'key'>,
  column: string,
  siteIds: number[]
): string {
  const isMonth = ask.mode === 'month' && row.key !== TOTAL
  const key = isMonth ? monthOf(addMonths(calendarDate(`${row.key}-01`), -before.months)) : row.key
  return cellHref({ ...ask, from: before.from, to: before.to }, { key }, column, siteIds)
}

/** Where the documents of a cell are listed: their sum is the figure. */
export function cellHref(
  ask: SummaryAsk,
  row: Pick<TableRow, 'key'>,
  column: string,
  siteIds: number[]
): string {
  const only = (mode: string) => (ask.mode === mode && row.key !== TOTAL ? row.key : null)
  const month = only('month')
  const site = only('site')
  const common = {
    site_ids: site ? [Number(site)] : siteIds,
    eliminates: ask.eliminates,
    provider_id: only('provider'),
  }
  if (column === 'pending' || column === 'overdue')
    return urlFor('resumen.due', null, {
      ...common,
      books: 'EUR',
      posted_to: lastDay(ask.to),
      due_to: column === 'overdue' ? yesterday() : null,
    })
  return urlFor('resumen.lines', null, {
    ...common,
    measure: column,
    from: month ?? ask.from,
    to: month ?? ask.to,
    category_id: only('category'),
    center_id: only('center'),
  })
}

function lastDay(month: string): string {
  const [year, number] = month.split('-').map(Number)
  return new Date(Date.UTC(year ?? 0, number ?? 1, 0)).toISOString().slice(0, 10)
}

function yesterday(): string {
  return addDays(today(), -1)
}

/** A month as people say it; other rows as they are called. */
export const rowLabel = ({ key, label }: TableRow, mode: string): string =>
  mode === 'month' ? monthText(key) : label

const percent = new Intl.NumberFormat('es-ES', {
  style: 'percent',
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
})

/** Beyond ten times as much a percentage tells nothing that the amounts do not. */
const CHANGE_MAX = 10

/** How much a figure changed in relation to before; nothing where there was (next to) none. */
export function changeText({ minor, before }: Cell): string | null {
  if (before === null || before === 0) return null
  const change = (minor - before) / Math.abs(before)
  return Math.abs(change) > CHANGE_MAX ? null : percent.format(change).replace('-', '−')
}
