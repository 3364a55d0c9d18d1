import type { HttpContext } from '@adonisjs/core/http'
import { stringify } from 'csv-stringify/sync'
import writeXlsxFile from 'write-excel-file/node'
import { today } from '#app/kernel/calendar_date'
import { currencyExponent } from '#app/kernel/currency'
import { DomainError } from '#app/kernel/domain_error'
import { type Filter, type ListDefinition, type ListRequest, listKeys, readShown } from '#app/kernel/listing'
import { decimalText, type MoneyJson } from '#app/kernel/money'

type Cell = string | number | MoneyJson | null

/** One column of an export: amounts become numbers with the decimals of their currency. */
export type ExportColumn<Row> = {
  header: string
  value: (row: Row) => Cell
  kind?: 'text' | 'amount' | 'day' | 'number'
  width?: number
}

type Export<Row, Shown> = {
  name: string
  definition: ListDefinition
  request: ListRequest
  filter: Filter
  columns: ExportColumn<Shown>[]
  toRow: (found: Row) => Shown
}

/** The most rows that one answer carries; beyond, the person narrows the filter. */
export const EXPORT_ROWS_MAX = 20_000
const CHUNK = 1000

/** `?export=xlsx` or `csv` on a list: the filtered set, all pages. Null when nothing is to be exported. */
export async function exportList<Row, Shown>(
  ctx: HttpContext,
  wanted: Export<Row, Shown>
): Promise<true | null> {
  const format = (ctx.request.qs() as Record<string, unknown>).export
  if (format !== 'xlsx' && format !== 'csv') return null
  const keys = await listKeys(wanted.definition, wanted.request, wanted.filter, EXPORT_ROWS_MAX + 1)
  if (keys.length > EXPORT_ROWS_MAX)
    throw new DomainError('E_EXPORT', 'Hay más de 20.000 filas: acote los filtros antes de exportar.')
  const shown: Shown[] = []
  for (let from = 0; from < keys.length; from += CHUNK) {
    const found = await readShown<Row>(wanted.definition, keys.slice(from, from + CHUNK))
    shown.push(...found.map(wanted.toRow))
  }
  const name = `${wanted.name}-${today()}.${format}`
  ctx.response.header('content-disposition', `attachment; filename="${name}"`)
  ctx.response.header('cache-control', 'private, no-store')
  if (format === 'csv') {
    ctx.response.header('content-type', 'text/csv; charset=utf-8')
    ctx.response.send(csvOf(shown, wanted.columns))
  } else {
    ctx.response.header('content-type', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    ctx.response.send(await xlsxOf(shown, wanted.columns))
  }
  return true
}

/** Text that a spreadsheet would run as a formula gets a leading apostrophe; figures stay figures. */
export function safeCell(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}

function csvOf<Shown>(rows: Shown[], columns: ExportColumn<Shown>[]): string {
  const lines = rows.map((row) => columns.map((column) => csvCell(column.value(row))))
  return `\uFEFF${stringify([columns.map((column) => column.header), ...lines], { delimiter: ';', record_delimiter: 'windows' })}`
}

function csvCell(value: Cell): string {
  if (value === null) return ''
  if (typeof value === 'string') return safeCell(value)
  const text = typeof value === 'number' ? String(value) : decimalText(value.minor, value.currency)
  return text.replace('.', ',')
}

async function xlsxOf<Shown>(rows: Shown[], columns: ExportColumn<Shown>[]): Promise<Buffer> {
  const head = columns.map((column) => ({ value: column.header, fontWeight: 'bold' as const }))
  const body = rows.map((row) => columns.map((column) => xlsxCell(column.value(row))))
  const file = writeXlsxFile([head, ...body], {
    columns: columns.map((column) => ({ width: column.width ?? 18 })),
    stickyRowsCount: 1,
  })
  return (await file.toBuffer()) as Buffer
}

function xlsxCell(value: Cell) {
  if (value === null || value === '') return null
  if (typeof value === 'number') return { value, type: Number }
  if (typeof value === 'object') {
    const decimals = currencyExponent(value.currency)
    const format = decimals === 0 ? '#,##0' : `#,##0.${'0'.repeat(decimals)}`
    return { value: Number(decimalText(value.minor, value.currency)), type: Number, format }
  }
  return { value: safeCell(value), type: String }
}
