import type { HttpContext } from '@adonisjs/core/http'
import writeXlsxFile from 'write-excel-file/node'
import { attachmentHeader } from '#app/kernel/http/attachment'
import {
  type Cell,
  COLUMN_WIDTH,
  csvText,
  EXPORT_MIME,
  type ExportColumn,
  type ExportFormat,
  exportFileName,
  type ListExport,
  sheetCell,
} from '#app/kernel/lists/export_file'
import { fileColumns } from '#app/kernel/lists/list_columns'
import { type Filter, type List, type ListRequest, listKeys, readShown } from '#app/kernel/lists/listing'
import { currencyExponent } from '#app/kernel/money/currency'

export type { ExportColumn } from '#app/kernel/lists/export_file'

/** A list of whatever rows, for those who only carry it. */
export type AnyListExport = ListExport<never, never>

declare module '@adonisjs/core/http' {
  interface HttpContext {
    /** Set when a list is asked for in the background: takes the list instead of an answer being sent. */
    takeExport?: (list: AnyListExport) => void
  }
}

type LargeExport = (ctx: HttpContext, wanted: { name: string; format: ExportFormat }) => Promise<void>

/** The most rows that one answer carries; beyond, the file is made in the background. */
export const EXPORT_ROWS_MAX = 20_000
const CHUNK = 1000

const large: { answer: LargeExport | null } = { answer: null }

/** Says what becomes of a list that is too long for one answer. Called once, at boot, from the floor that knows. */
export function answerLargeExports(answer: LargeExport): void {
  large.answer = answer
}

/**
 * `?export=xlsx` or `csv` on a declared list: the filtered set, all pages, with the columns of its files; more than
 * 20,000 rows are made in the background. Null when nothing is to be exported.
 */
export async function exportDeclared<Found, Row>(
  ctx: HttpContext,
  list: List<Found, Row>,
  { request, filter }: { request: ListRequest; filter: Filter }
): Promise<true | null> {
  const { name, definition, toRow, fileRowsMax } = list
  const columns = fileColumns(list.columns)
  if (ctx.takeExport) {
    const limit = fileRowsMax ? { rowsMax: fileRowsMax } : {}
    const wanted: ListExport<Found, Row> = { name, definition, request, filter, toRow, columns, ...limit }
    ctx.takeExport(wanted as unknown as AnyListExport)
    return true
  }
  const format = (ctx.request.qs() as Record<string, unknown>).export
  if (format !== 'xlsx' && format !== 'csv') return null
  const keys = await listKeys(definition, request, filter, EXPORT_ROWS_MAX + 1)
  if (keys.length > EXPORT_ROWS_MAX) {
    if (!large.answer) throw new Error('Nobody makes large exports')
    await large.answer(ctx, { name, format })
    return true
  }
  const shown: Row[] = []
  for (let from = 0; from < keys.length; from += CHUNK) {
    const found = await readShown<Found>(definition, keys.slice(from, from + CHUNK))
    shown.push(...found.map(toRow))
  }
  await sendRows(ctx, { name, format, rows: shown, columns })
  return true
}

type Rows<Shown> = { name: string; format: ExportFormat; rows: Shown[]; columns: ExportColumn<Shown>[] }

/** Answers with rows that are all there as a file. */
export async function sendRows<Shown>(
  { response }: HttpContext,
  { name, format, rows, columns }: Rows<Shown>
): Promise<void> {
  response.header('content-disposition', attachmentHeader(exportFileName(name, format)))
  response.header('cache-control', 'private, no-store')
  response.header('content-type', EXPORT_MIME[format])
  response.send(format === 'csv' ? csvText(rows, columns) : await xlsxOf(rows, columns))
}

async function xlsxOf<Shown>(rows: Shown[], columns: ExportColumn<Shown>[]): Promise<Buffer> {
  const head = columns.map((column) => ({ value: column.header, fontWeight: 'bold' as const }))
  const body = rows.map((row) => columns.map((column) => xlsxCell(column.value(row))))
  const file = writeXlsxFile([head, ...body], {
    columns: columns.map((column) => ({ width: column.width ?? COLUMN_WIDTH })),
    stickyRowsCount: 1,
  })
  return (await file.toBuffer()) as Buffer
}

function xlsxCell(value: Cell) {
  const cell = sheetCell(value)
  if (cell === null) return null
  if (typeof cell === 'string') return { value: cell, type: String }
  if (typeof value !== 'object' || value === null) return { value: cell, type: Number }
  const decimals = currencyExponent(value.currency)
  return {
    value: cell,
    type: Number,
    format: decimals === 0 ? '#,##0' : `#,##0.${'0'.repeat(decimals)}`,
  }
}
