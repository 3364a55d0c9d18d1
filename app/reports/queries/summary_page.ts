import { rows } from '#app/kernel/database/sql'
import type { MoneyJson } from '#app/kernel/money/money'
import { addMonths, calendarDate, monthOf } from '#app/kernel/time/calendar_date'
import { type Figures, type MatrixRow, summaryMatrix } from '#app/reports/queries/summary_matrix'
import {
  comparedMonths,
  monthsBack,
  type SummaryMode,
  type SummaryRequest,
} from '#app/reports/summary_request'

export type ColumnKey = keyof Figures
export type SummaryColumn = { key: ColumnKey; label: string }
export type SummaryCell = { minor: number; before: number | null }
export type SummaryRow = { key: string; label: string; cells: Record<string, SummaryCell> }
export type SummaryTable = {
  columns: SummaryColumn[]
  rows: SummaryRow[]
  totals: Record<string, SummaryCell>
  /** What to skip to see the rows that the first or the last one stands for; null where it stands for none. */
  earlierSkip: number | null
  restSkip: number | null
  currency: MoneyJson['currency']
  /** Companies whose books are in another currency: they are left out of the table. */
  foreign: string[]
  /** The companies that are in the table, where that is not all that were asked for; else null. */
  siteIds: number[] | null
}

const ALL: SummaryColumn[] = [
  { key: 'opening', label: 'Saldo inicial' },
  { key: 'collected', label: 'Cobros' },
  { key: 'paidOut', label: 'Pagos' },
  { key: 'transfers', label: 'Traspasos' },
  { key: 'closing', label: 'Saldo final' },
  { key: 'invoiced', label: 'Facturado' },
  { key: 'settled', label: 'Pagado' },
  { key: 'pending', label: 'Pendiente hoy' },
  { key: 'overdue', label: 'Vencido hoy' },
  { key: 'payroll', label: 'Nóminas' },
  { key: 'taxes', label: 'Impuestos (neto)' },
  { key: 'loans', label: 'Préstamos (neto)' },
  { key: 'rebilled', label: 'Refacturado (neto)' },
  { key: 'sales', label: 'Ventas' },
  { key: 'margin', label: 'Margen operativo' },
]
const RESULT: SummaryColumn[] = [
  { key: 'sales', label: 'Ventas' },
  { key: 'cost', label: 'Gastos' },
  { key: 'margin', label: 'Margen operativo' },
]

/** The columns that mean something for the rows of each mode. */
export const COLUMNS: Record<SummaryMode, SummaryColumn[]> = {
  site: ALL,
  month: ALL.filter(({ key }) => key !== 'pending' && key !== 'overdue'),
  provider: ALL.filter(({ key }) => ['invoiced', 'settled', 'pending', 'overdue'].includes(key)),
  category: RESULT,
  center: RESULT,
}

const ROWS_MAX = 200

/** The matrix as the page shows it: its columns, its rows beside what they were, its totals. Amounts in cents of EUR. */
export async function summaryTable(request: SummaryRequest, rowsMax = ROWS_MAX): Promise<SummaryTable> {
  const { inEuros, foreign } = await sitesInEuros(request)
  const asked = foreign.length > 0 ? { ...request, siteIds: inEuros } : request
  const matrix = await summaryMatrix(asked, request)
  const before = comparedMonths(request)
  const compared = before ? await summaryMatrix(asked, before) : null
  const columns = COLUMNS[request.mode].filter(({ key }) => key === 'sales' || isUsed(key, matrix, compared))
  const shown = withCells(columns, matrix, before ? compared : null, request)
  const skip = request.skip < shown.length ? request.skip : 0
  const end = skip + rowsMax
  const [earlier, rest] = [shown.slice(0, skip), shown.slice(end)]
  return {
    columns,
    rows: [
      ...together('earlier', 'Anteriores', columns, earlier),
      ...shown.slice(skip, end),
      ...together('rest', 'Otros', columns, rest),
    ],
    totals: totalsOf(columns, shown, request.mode),
    earlierSkip: earlier.length > 0 ? Math.max(0, skip - rowsMax) : null,
    restSkip: rest.length > 0 ? end : null,
    currency: 'EUR',
    foreign,
    siteIds: foreign.length > 0 ? inEuros : null,
  }
}

/** One row for many that are not drawn; none for none. */
function together(key: string, name: string, columns: SummaryColumn[], hidden: SummaryRow[]): SummaryRow[] {
  return hidden.length > 0
    ? [{ key, label: `${name} (${hidden.length})`, cells: addUp(columns, hidden) }]
    : []
}

/** A company that keeps its books in another currency cannot be added to the rest. */
async function sitesInEuros({ siteIds }: SummaryRequest): Promise<{ inEuros: number[]; foreign: string[] }> {
  const found = await rows<{ id: number; code: string; isEuro: boolean }>(
    `select id, code, base_currency = 'EUR' as is_euro from sites where (:all or id = any(:ids::bigint[])) order by code`,
    { all: siteIds === 'all', ids: siteIds === 'all' ? [] : siteIds }
  )
  return {
    inEuros: found.filter(({ isEuro }) => isEuro).map(({ id }) => id),
    foreign: found.filter(({ isEuro }) => !isEuro).map(({ code }) => code),
  }
}

/** What most companies do not have is a column only where one of them does. */
const RARE: ColumnKey[] = ['loans', 'taxes', 'transfers', 'payroll', 'rebilled']

const isUsed = (key: ColumnKey, matrix: MatrixRow[], compared: MatrixRow[] | null) =>
  !RARE.includes(key) || [...matrix, ...(compared ?? [])].some(({ figures }) => figures[key] !== 0)

/** What is open today has no «before»; a month is compared with the one as far back as the whole period is. */
function withCells(
  columns: SummaryColumn[],
  matrix: MatrixRow[],
  compared: MatrixRow[] | null,
  request: SummaryRequest
): SummaryRow[] {
  const isByMonth = request.mode === 'month'
  const back = comparedMonths(request) ? monthsBack(request) : 0
  const now = new Map(matrix.map((row) => [row.key, row]))
  const earlier = new Map(
    (compared ?? []).map((row) => [isByMonth ? monthLater(row.key, back) : row.key, row])
  )
  const keys = [...new Set([...now.keys(), ...earlier.keys()])]
  return (isByMonth ? keys.toSorted() : keys).map((key) => {
    const past = earlier.get(key)
    const cells = columns.map(({ key: column }): [string, SummaryCell] => [
      column,
      {
        minor: now.get(key)?.figures[column] ?? 0,
        before:
          compared && column !== 'pending' && column !== 'overdue' ? (past?.figures[column] ?? 0) : null,
      },
    ])
    const label = now.get(key)?.label ?? (isByMonth ? key : past?.label)
    return { key, label: label ?? key, cells: Object.fromEntries(cells) }
  })
}

const monthLater = (month: string, months: number) => monthOf(addMonths(calendarDate(`${month}-01`), months))

function addUp(columns: SummaryColumn[], shown: SummaryRow[]): Record<string, SummaryCell> {
  return Object.fromEntries(
    columns.map(({ key }) => {
      const cells = shown.map(({ cells }) => cells[key])
      const hasBefore = cells.some((cell) => cell?.before !== null && cell?.before !== undefined)
      return [
        key,
        {
          minor: cells.reduce((sum, cell) => sum + (cell?.minor ?? 0), 0),
          before: hasBefore ? cells.reduce((sum, cell) => sum + (cell?.before ?? 0), 0) : null,
        },
      ]
    })
  )
}

/** Balances of months do not add up: the total ends with the last and begins with what the movements leave of it. */
function totalsOf(
  columns: SummaryColumn[],
  shown: SummaryRow[],
  mode: SummaryMode
): Record<string, SummaryCell> {
  const totals = addUp(columns, shown)
  const closing = shown.at(-1)?.cells.closing
  if (mode !== 'month' || !closing) return totals
  return {
    ...totals,
    closing,
    opening: { minor: startOf(totals, closing, 'minor'), before: startBefore(totals, closing) },
  }
}

function startOf(
  totals: Record<string, SummaryCell>,
  closing: SummaryCell,
  side: 'minor' | 'before'
): number {
  const of = (key: string) => totals[key]?.[side] ?? 0
  return (closing[side] ?? 0) - of('collected') + of('paidOut') - of('transfers')
}

const startBefore = (totals: Record<string, SummaryCell>, closing: SummaryCell) =>
  closing.before === null ? null : startOf(totals, closing, 'before')
