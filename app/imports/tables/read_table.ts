import { decodeText } from '#app/files/decode_text'
import { sniffFile } from '#app/files/sniff_file'
import { csvDelimiters, readCsvRows } from '#app/imports/tables/csv_rows'
import { markupKind, readMarkupSheets } from '#app/imports/tables/markup_rows'
import { sniffBytes } from '#app/imports/tables/sniff_bytes'
import type { TableRow } from '#app/imports/tables/table_row'
import { readXlsxSheets } from '#app/imports/tables/xlsx_rows'
import { DomainError } from '#app/kernel/domain_error'
import { foldText } from '#app/kernel/text/similarity'

/** How far down the headings of a table are looked for. */
const headRowsMax = 40

/**
 * The rows of a file, a sheet or CSV by its content, headings first: `headings` are those that the table may have, and what
 * stands above the row (of the sheet) with most of them is a title and no part of it. Throws E_FILE_KIND at `file` for
 * anything else.
 */
export function readTable(bytes: Uint8Array, headings: readonly string[] = []): readonly TableRow[] {
  const known = new Set(headings.map(foldText))
  const sheets = sheetsOf(bytes).map((rows) =>
    rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  )
  const scored = sheets.map((rows) => ({ rows, ...bestHead(rows, known) }))
  const [best] = scored.toSorted((a, b) => b.found - a.found)
  if (best && best.found > 1) return best.rows.slice(best.at)
  return sheets.find((rows) => rows.length > 0) ?? []
}

function bestHead(rows: readonly TableRow[], known: ReadonlySet<string>): { at: number; found: number } {
  let best = { at: 0, found: 0 }
  for (const [at, { cells }] of rows.slice(0, headRowsMax).entries()) {
    const found = new Set(cells.map(foldText).filter((heading) => known.has(heading))).size
    if (found > best.found) best = { at, found }
  }
  return best
}

function sheetsOf(bytes: Uint8Array): TableRow[][] {
  if (sniffBytes(bytes) === 'excel' || sniffFile(bytes)?.extension === 'zip') return readXlsxSheets(bytes)
  const { text } = decodeText(bytes)
  if (markupKind(text) !== null) return readMarkupSheets(text)
  if (sniffFile(bytes)?.extension !== 'txt')
    throw new DomainError('E_FILE_KIND', 'Formato no admitido: use Excel (.xlsx) o CSV.', { field: 'file' })
  const lines = text.split(/\r\n|\n|\r/, headRowsMax)
  const widest = (delimiter: string) => Math.max(...lines.map((line) => line.split(delimiter).length))
  const [delimiter = ';'] = csvDelimiters.toSorted((a, b) => widest(b) - widest(a))
  return [readCsvRows(text, delimiter, [])]
}
