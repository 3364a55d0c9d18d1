import { stringify } from 'csv-stringify/sync'
import type { Transaction } from '#app/kernel/database/sql'
import { SHEET_ROWS_MAX, type SheetCell, writeXlsx } from '#app/kernel/documents/xlsx_writer'
import type { Filter, ListDefinition, ListRequest } from '#app/kernel/lists/listing'
import { walkList } from '#app/kernel/lists/walk_list'
import { decimalText, type MoneyJson } from '#app/kernel/money/money'
import { today } from '#app/kernel/time/calendar_date'

export type Cell = string | number | MoneyJson | null

/** One column of an export: amounts become numbers with the decimals of their currency. */
export type ExportColumn<Row> = {
  header: string
  value: (row: Row) => Cell
  /** `amount` formats the whole column of a long sheet. */
  kind?: 'text' | 'amount' | 'day' | 'number'
  width?: number
}

/** A list as it is exported: what is listed, for whom it is filtered, and its columns. */
export type ListExport<Row, Shown> = {
  name: string
  definition: ListDefinition
  request: ListRequest
  filter: Filter
  columns: ExportColumn<Shown>[]
  toRow: (found: Row) => Shown
  /** The most rows of its file, where that is less than a sheet holds. */
  rowsMax?: number
}

export type ExportFormat = 'xlsx' | 'csv'

export const EXPORT_MIME: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** `facturas-2026-11-21.csv`: the day is that of Madrid. */
export const exportFileName = (name: string, format: ExportFormat) => `${name}-${today()}.${format}`

/** The most rows of a file that is made in the background: what a sheet holds beside its head. */
export const EXPORT_FILE_ROWS_MAX = SHEET_ROWS_MAX - 1
export const COLUMN_WIDTH = 18
const BOM = '\uFEFF'

type Source<Row, Shown> = {
  list: ListExport<Row, Shown>
  format: ExportFormat
  /** A snapshot, so that the file shows the list at one moment. */
  trx: Transaction
  onRows: (count: number) => Promise<void>
}

/** The file of a whole list, chunk by chunk: memory does not grow with the list. */
export function writeExport<Row, Shown>({
  list,
  format,
  trx,
  onRows,
}: Source<Row, Shown>): AsyncGenerator<Buffer> {
  const chunks = cellChunks({ list, format, trx, onRows })
  if (format === 'csv') return writeCsv(list.columns, chunks)
  const columns = list.columns.map(({ header, width = COLUMN_WIDTH, kind }) => ({
    header,
    width,
    isAmount: kind === 'amount',
  }))
  return writeXlsx(columns, chunks)
}

async function* cellChunks<Row, Shown>({
  list,
  format,
  trx,
  onRows,
}: Source<Row, Shown>): AsyncGenerator<SheetCell[][]> {
  const cellOf = format === 'csv' ? csvCell : sheetCell
  let count = 0
  for await (const found of walkList<Row>(list, trx)) {
    const shown = found.map(list.toRow)
    yield shown.map((row) => list.columns.map(({ value }) => cellOf(value(row))))
    count += found.length
    await onRows(count)
  }
}

async function* writeCsv<Shown>(
  columns: ExportColumn<Shown>[],
  chunks: AsyncIterable<SheetCell[][]>
): AsyncGenerator<Buffer> {
  yield Buffer.from(BOM + csvLines([columns.map(({ header }) => header)]))
  for await (const rows of chunks) yield Buffer.from(csvLines(rows))
}

/** Lines as Spanish spreadsheets read them: semicolons, CRLF. */
export const csvLines = (rows: SheetCell[][]): string =>
  stringify(rows, { delimiter: ';', record_delimiter: 'windows' })

/** The whole text of a short CSV. */
export const csvText = <Shown>(rows: Shown[], columns: ExportColumn<Shown>[]): string =>
  BOM +
  csvLines([
    columns.map(({ header }) => header),
    ...rows.map((row) => columns.map(({ value }) => csvCell(value(row)))),
  ])

/** Text that a spreadsheet would run as a formula gets a leading apostrophe; figures stay figures. */
export function safeCell(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}

function csvCell(value: Cell): string {
  if (value === null) return ''
  if (typeof value === 'string') return safeCell(value)
  const text = typeof value === 'number' ? String(value) : decimalText(value.minor, value.currency)
  return text.replace('.', ',')
}

/** A cell of a sheet: amounts in their currency, texts that no spreadsheet runs. */
export function sheetCell(value: Cell): SheetCell {
  if (value === null || value === '') return null
  if (typeof value === 'number') return value
  if (typeof value === 'object') return Number(decimalText(value.minor, value.currency))
  return safeCell(value)
}
