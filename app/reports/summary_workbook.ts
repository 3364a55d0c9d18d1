import writeXlsxFile from 'write-excel-file/node'
import { safeCell } from '#app/kernel/export_file'
import type { SummaryTable } from '#app/reports/queries/summary_page'
import { SUMMARY_MODES, type SummaryRequest } from '#app/reports/summary_request'

const AMOUNT = '#,##0.00'
const HEAD_ROWS = 3

/**
 * The summary as a workbook that goes on calculating: the final balance and the totals are formulas over the cells, so
 * that a figure somebody changes is seen in them.
 */
export async function summaryWorkbook(table: SummaryTable, request: SummaryRequest): Promise<Buffer> {
  const title = [
    {
      value: `Resumen de ${request.from.slice(0, 7)} a ${request.to.slice(0, 7)}, en euros`,
      fontWeight: 'bold' as const,
    },
  ]
  const head = [SUMMARY_MODES[request.mode], ...table.columns.map(({ label }) => label)].map((value) => ({
    value,
    fontWeight: 'bold' as const,
  }))
  const body = table.rows.map((row, index) => [
    { value: safeCell(row.label), type: String },
    ...table.columns.map(({ key }) => cellOf(table, key, row.cells[key]?.minor ?? 0, index + HEAD_ROWS + 1)),
  ])
  const last = HEAD_ROWS + table.rows.length
  const totals = [
    { value: 'Total', fontWeight: 'bold' as const },
    ...table.columns.map(({ key }, index) =>
      totalCell(table, request, key, { column: letterOf(index + 1), last })
    ),
  ]
  const file = writeXlsxFile([title, [], head, ...body, totals], {
    columns: [{ width: 36 }, ...table.columns.map(() => ({ width: 17 }))],
    stickyRowsCount: HEAD_ROWS,
    stickyColumnsCount: 1,
  })
  return (await file.toBuffer()) as Buffer
}

const letterOf = (index: number) => String.fromCharCode('A'.charCodeAt(0) + index)

const formula = (value: string) => ({ value, type: 'Formula' as const, format: AMOUNT })

/** The final balance of a row is what its other cells make of it. */
function cellOf({ columns }: SummaryTable, key: string, minor: number, row: number) {
  if (key !== 'closing') return { value: minor / 100, type: Number, format: AMOUNT }
  const at = (name: string) => columns.findIndex((column) => column.key === name)
  const part = (name: string, sign: string) => (at(name) < 0 ? '' : `${sign}${letterOf(at(name) + 1)}${row}`)
  return formula(
    `${part('opening', '')}${part('collected', '+')}${part('paidOut', '-')}${part('transfers', '+')}`
  )
}

/** The initial balance of all the months is what their movements leave of the last balance. */
function startFormula({ columns }: SummaryTable, row: number): string {
  const at = (name: string) => columns.findIndex((column) => column.key === name)
  const part = (name: string, sign: string) => (at(name) < 0 ? '' : `${sign}${letterOf(at(name) + 1)}${row}`)
  return `${part('closing', '')}${part('collected', '-')}${part('paidOut', '+')}${part('transfers', '-')}`
}

function totalCell(
  table: SummaryTable,
  { mode }: SummaryRequest,
  key: string,
  { column, last }: { column: string; last: number }
) {
  if (table.rows.length === 0) return { value: 0, type: Number, format: AMOUNT }
  if (mode === 'month' && key === 'closing') return formula(`${column}${last}`)
  if (mode === 'month' && key === 'opening') return formula(startFormula(table, last + 1))
  return { ...formula(`SUM(${column}${HEAD_ROWS + 1}:${column}${last})`), fontWeight: 'bold' as const }
}
