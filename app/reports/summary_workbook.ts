import writeXlsxFile from 'write-excel-file/node'
import { safeCell } from '#app/kernel/lists/export_file'
import { monthText } from '#app/kernel/time/month_text'
import type { SummaryCell, SummaryColumn, SummaryRow, SummaryTable } from '#app/reports/queries/summary_page'
import { COMPARISONS, SUMMARY_MODES, type SummaryRequest } from '#app/reports/summary_request'

const AMOUNT = '#,##0.00'
const PERCENT = '0.0%'
const HEAD_ROWS = 3

/**
 * The summary as a workbook that goes on calculating: the final balance, the totals and what changed are formulas over
 * the cells, so that a figure somebody changes is seen in them.
 */
export async function summaryWorkbook(table: SummaryTable, request: SummaryRequest): Promise<Buffer> {
  const sheet = layOut(table)
  const last = HEAD_ROWS + table.rows.length
  const head = [SUMMARY_MODES[request.mode], ...sheet.flatMap(headers)].map(bold)
  const body = table.rows.map((row, index) => [
    { value: safeCell(request.mode === 'month' ? monthText(row.key) : row.label), type: String },
    ...sheet.flatMap((place) => cellsOf(sheet, place, row, HEAD_ROWS + 1 + index)),
  ])
  const totals = [
    bold('Total'),
    ...sheet.flatMap((place) => totalCells(sheet, place, { table, mode: request.mode, last })),
  ]
  const file = writeXlsxFile([[bold(titleOf(request))], [], head, ...body, totals], {
    columns: [{ width: 36 }, ...head.slice(1).map(() => ({ width: 17 }))],
    stickyRowsCount: HEAD_ROWS,
    stickyColumnsCount: 1,
  })
  return (await file.toBuffer()) as Buffer
}

function titleOf({ from, to, compare }: SummaryRequest): string {
  const compared = compare === 'none' ? '' : `, comparado: ${COMPARISONS[compare].toLowerCase()}`
  return `Resumen de ${monthText(from)} a ${monthText(to)}, en euros${compared}`
}

const bold = (value: string) => ({ value, fontWeight: 'bold' as const })
const formula = (value: string, format = AMOUNT) => ({ value, type: 'Formula' as const, format })
const amount = (minor: number) => ({ value: minor / 100, type: Number, format: AMOUNT })

/** Where a column of the table stands: its figure and, compared, what it was, the change and its percentage behind it. */
type Place = SummaryColumn & { at: number; isCompared: boolean }

function layOut({ columns, totals }: SummaryTable): Place[] {
  let at = 1
  return columns.map((column) => {
    const isCompared = (totals[column.key]?.before ?? null) !== null
    const place = { ...column, at, isCompared }
    at += isCompared ? 4 : 1
    return place
  })
}

const headers = ({ label, isCompared }: Place) =>
  isCompared ? [label, `${label}: antes`, `${label}: variación`, `${label}: variación %`] : [label]

/** `A` is 0, `AA` is 26. */
export function letterOf(index: number): string {
  const last = String.fromCharCode('A'.charCodeAt(0) + (index % 26))
  return index < 26 ? last : letterOf(Math.floor(index / 26) - 1) + last
}

function cellsOf(sheet: Place[], place: Place, { cells }: SummaryRow, row: number) {
  const cell: SummaryCell = cells[place.key] ?? { minor: 0, before: null }
  const figure = place.key === 'closing' ? formula(closingOf(sheet, row)) : amount(cell.minor)
  return place.isCompared ? [figure, amount(cell.before ?? 0), ...changeOf(place, row)] : [figure]
}

/** What changed; of nothing there is no percentage. */
function changeOf({ at }: Place, row: number) {
  const [now, before] = [`${letterOf(at)}${row}`, `${letterOf(at + 1)}${row}`]
  return [
    formula(`${now}-${before}`),
    formula(`IF(${before}=0,"",(${now}-${before})/ABS(${before}))`, PERCENT),
  ]
}

const partOf = (sheet: Place[], row: number) => (key: string, sign: string) => {
  const place = sheet.find((column) => column.key === key)
  return place ? `${sign}${letterOf(place.at)}${row}` : ''
}

/** The final balance of a row is what its other cells make of it. */
function closingOf(sheet: Place[], row: number): string {
  const part = partOf(sheet, row)
  return `${part('opening', '')}${part('collected', '+')}${part('paidOut', '-')}${part('transfers', '+')}`
}

/** The initial balance of all the months is what their movements leave of the last balance. */
function startOf(sheet: Place[], row: number): string {
  const part = partOf(sheet, row)
  return `${part('closing', '')}${part('collected', '-')}${part('paidOut', '+')}${part('transfers', '-')}`
}

type Below = { table: SummaryTable; mode: SummaryRequest['mode']; last: number }

function totalCells(sheet: Place[], place: Place, { table, mode, last }: Below) {
  const row = last + 1
  const cell: SummaryCell = table.totals[place.key] ?? { minor: 0, before: null }
  const isBalance = mode === 'month' && (place.key === 'closing' || place.key === 'opening')
  if (table.rows.length === 0) return place.isCompared ? [0, 0, 0, 0].map(amount) : [amount(0)]
  const sum = (at: number) => ({
    ...formula(`SUM(${letterOf(at)}${HEAD_ROWS + 1}:${letterOf(at)}${last})`),
    fontWeight: 'bold' as const,
  })
  const balance = () =>
    formula(place.key === 'closing' ? `${letterOf(place.at)}${last}` : startOf(sheet, row))
  const figure = isBalance ? balance() : sum(place.at)
  if (!place.isCompared) return [figure]
  // Balances of months do not add up, neither those of before.
  return [figure, isBalance ? amount(cell.before ?? 0) : sum(place.at + 1), ...changeOf(place, row)]
}
