import { decodeText } from '#app/files/decode_text'
import { isOldOffice, sniffFile } from '#app/files/sniff_file'
import { type CsvDelimiter, csvDelimiters, readCsvRows } from '#app/imports/tables/csv_rows'
import type { FileIssue } from '#app/imports/tables/file_issues'
import { markupKind, readMarkupSheets } from '#app/imports/tables/markup_rows'
import type { TableRow } from '#app/imports/tables/table_row'
import { readNamedSheets } from '#app/imports/tables/xlsx_rows'
import { DomainError } from '#app/kernel/domain_error'
import { foldText } from '#app/kernel/text/similarity'

/** A sheet of a file with its rows that hold anything; one of a file without names is «Hoja 1» and so on. */
export type Sheet = { name: string; rows: TableRow[] }
export type FileSheets = { sheets: Sheet[]; issues: FileIssue[] }

const linesLookedAt = 40

/**
 * The sheets of an Excel (.xlsx, .xls, a page or a workbook in XML under that name) or CSV file, by its content, and what
 * is wrong with its text. `known` are headings, folded, that tell the delimiter. Throws E_FILE_KIND at `file` for anything else.
 */
export function sheetsOf(bytes: Uint8Array, known: ReadonlySet<string>): FileSheets {
  const issues: FileIssue[] = []
  const sheets = read(bytes, known, issues).map(({ name, rows }) => ({
    name,
    rows: rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== '')),
  }))
  return { sheets: sheets.filter(({ rows }) => rows.length > 0), issues }
}

function read(bytes: Uint8Array, known: ReadonlySet<string>, issues: FileIssue[]): Sheet[] {
  const kind = sniffFile(bytes)?.extension
  if (isOldOffice(bytes) || kind === 'zip') return readNamedSheets(bytes)
  const { text } = decodeText(bytes)
  if (markupKind(text) !== null) return readMarkupSheets(text).map(numbered)
  if (kind !== 'txt' || /[^\P{Cc}\s]/u.test(text.slice(0, 2_000)))
    throw new DomainError('E_FILE_KIND', 'Formato no admitido: use Excel (.xlsx) o CSV.', { field: 'file' })
  return [numbered(readCsvRows(text, delimiterOf(text, known), issues), 0)]
}

const numbered = (rows: TableRow[], at: number): Sheet => ({ name: `Hoja ${at + 1}`, rows })

/** The delimiter under which most headings are known, and among those the one that parts the lines most. */
function delimiterOf(text: string, known: ReadonlySet<string>): CsvDelimiter {
  const lines = text.split(/\r\n|\n|\r/, linesLookedAt).filter((line) => line.trim() !== '')
  const scored = csvDelimiters.map((delimiter) => {
    const cells = lines.map((line) => line.split(delimiter))
    return {
      delimiter,
      known: Math.max(0, ...cells.map((some) => knownIn(some, known))),
      widest: Math.max(0, ...cells.map((some) => some.length)),
    }
  })
  const [best] = scored.toSorted((a, b) => b.known - a.known || b.widest - a.widest)
  return best?.delimiter ?? ';'
}

/** How many different known headings stand in some cells. */
export const knownIn = (cells: readonly string[], known: ReadonlySet<string>): number =>
  new Set(cells.map(foldText).filter((heading) => known.has(heading))).size
