import type { HttpContext } from '@adonisjs/core/http'
import { stringify } from 'csv-stringify/sync'
import writeXlsxFile from 'write-excel-file/node'
import { today } from '#app/kernel/calendar_date'
import { DomainError } from '#app/kernel/domain_error'
import { type Filter, type ListDefinition, type ListRequest, listKeys, readShown } from '#app/kernel/listing'

/** One column of an export: `minor` amounts become numbers with two decimals. */
export type ExportColumn<Row> = {
  header: string
  value: (row: Row) => string | number | null
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
  const lines = rows.map((row) => columns.map((column) => csvCell(column.value(row), column.kind)))
  return `\uFEFF${stringify([columns.map((column) => column.header), ...lines], { delimiter: ';', record_delimiter: 'windows' })}`
}

function csvCell(value: string | number | null, kind: ExportColumn<never>['kind']): string {
  if (value === null) return ''
  if (typeof value === 'number')
    return kind === 'amount' ? (value / 100).toFixed(2).replace('.', ',') : String(value).replace('.', ',')
  return safeCell(value)
}

async function xlsxOf<Shown>(rows: Shown[], columns: ExportColumn<Shown>[]): Promise<Buffer> {
  const head = columns.map((column) => ({ value: column.header, fontWeight: 'bold' as const }))
  const body = rows.map((row) => columns.map((column) => xlsxCell(column.value(row), column.kind)))
  const file = writeXlsxFile([head, ...body], {
    columns: columns.map((column) => ({ width: column.width ?? 18 })),
    stickyRowsCount: 1,
  })
  return (await file.toBuffer()) as Buffer
}

function xlsxCell(value: string | number | null, kind: ExportColumn<never>['kind']) {
  if (value === null || value === '') return null
  if (typeof value === 'number')
    return {
      value: kind === 'amount' ? value / 100 : value,
      type: Number,
      ...(kind === 'amount' ? { format: '#,##0.00' } : {}),
    }
  return { value: safeCell(value), type: String }
}
