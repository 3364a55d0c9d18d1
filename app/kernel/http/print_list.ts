import type { HttpContext } from '@adonisjs/core/http'
import { type ReportColumn, reportPdf } from '#app/kernel/documents/pdf_report'
import { DomainError } from '#app/kernel/domain_error'
import { attachmentHeader } from '#app/kernel/http/attachment'
import type { Cell, ExportColumn } from '#app/kernel/lists/export_file'
import { fileColumns } from '#app/kernel/lists/list_columns'
import { type Filter, type List, type ListRequest, listKeys, readShown } from '#app/kernel/lists/listing'
import { formatInstant, today } from '#app/kernel/time/calendar_date'

/** The most rows that are printed: beyond some 150 pages nobody reads paper. */
export const PRINTED_ROWS_MAX = 5_000

type Printed<Shown> = {
  /** Begins the name of the file: `plan-de-cuentas`. */
  name: string
  title: string
  subtitle: string
  /** Who prints it. */
  who: string
  columns: ExportColumn<Shown>[]
  rows: Shown[]
}

/** Answers with rows as a PDF on A4 lying down. Throws E_PRINT_LONG beyond 5,000 rows. */
export async function printRows<Shown>({ response }: HttpContext, printed: Printed<Shown>): Promise<void> {
  const { name, title, subtitle, who, columns, rows } = printed
  refuseLong(rows.length)
  const cells = rows.map((row) => columns.map(({ value }) => value(row)))
  const table = {
    title: '',
    columns: columns.map((column, at) => paperColumn(column, cells, at)),
    rows: cells,
  }
  const file = await reportPdf([table], {
    title,
    subtitle,
    printed: `${who} · ${formatInstant(new Date())}`,
    layout: 'landscape',
  })
  response.header('content-disposition', attachmentHeader(`${name}-${today()}.pdf`))
  response.header('cache-control', 'private, no-store')
  response.header('content-type', 'application/pdf')
  response.send(file)
}

/**
 * `?export=pdf` on a declared list: the filtered set, all pages, with the columns of its files.
 * Null when no PDF is asked for. Throws E_PRINT_LONG beyond 5,000 rows.
 */
export async function printDeclared<Found, Row>(
  ctx: HttpContext,
  { name, definition, toRow, columns }: List<Found, Row>,
  { request, filter }: { request: ListRequest; filter: Filter },
  paper: Pick<Printed<Row>, 'title' | 'subtitle' | 'who'>
): Promise<true | null> {
  if ((ctx.request.qs() as Record<string, unknown>).export !== 'pdf') return null
  const keys = await listKeys(definition, request, filter, PRINTED_ROWS_MAX + 1)
  refuseLong(keys.length)
  const found = await readShown<Found>(definition, keys)
  await printRows(ctx, { ...paper, name, columns: fileColumns(columns), rows: found.map(toRow) })
  return true
}

function refuseLong(count: number): void {
  if (count > PRINTED_ROWS_MAX)
    throw new DomainError(
      'E_PRINT_LONG',
      'El PDF admite hasta 5.000 filas: acote la lista con los filtros o expórtela a Excel.'
    )
}

const CHARACTERS_PER_SHARE = 9

function paperColumn<Shown>(
  { header, width, kind }: ExportColumn<Shown>,
  cells: Cell[][],
  at: number
): ReportColumn {
  const sample = cells.find((row) => row[at] !== null)?.[at]
  const numeric = kind === 'amount' || kind === 'number' || (typeof sample === 'object' && sample !== null)
  return { header, share: (width ?? (numeric ? 14 : 12)) / CHARACTERS_PER_SHARE, numeric }
}
