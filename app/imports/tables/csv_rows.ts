import { parse } from 'csv-parse/sync'
import type { FileIssue } from '#app/imports/tables/file_issues'
import { addIssue } from '#app/imports/tables/file_issues'
import type { TableRow } from '#app/imports/tables/table_row'

export type CsvDelimiter = ';' | ',' | '\t' | '|'

export const csvDelimiters: readonly CsvDelimiter[] = [';', ',', '\t', '|']

const columnsMax = 200
const rowLengthMax = 100_000

/**
 * The rows of a CSV text. Broken quotes are told with their line and then taken as any other character; rows with more
 * than 200 columns or 100,000 characters are told and left out.
 */
export function readCsvRows(text: string, delimiter: CsvDelimiter, issues: FileIssue[]): TableRow[] {
  const rows = parseRows(text, delimiter) ?? tellQuotes(text, delimiter, issues)
  return rows.filter((row) => {
    if (row.cells.length <= columnsMax) return true
    addIssue(issues, 'row_too_long', `La fila tiene más de ${columnsMax} columnas: no se importa.`, row.line)
    return false
  })
}

function tellQuotes(text: string, delimiter: CsvDelimiter, issues: FileIssue[]): TableRow[] {
  const lines = text.split(/\r\n|\n|\r/)
  const broken = lines.findIndex((line) => line.split('"').length % 2 === 0)
  const message = 'Hay comillas sin cerrar: se leen como un carácter más.'
  addIssue(issues, 'broken_quotes', message, broken === -1 ? null : broken + 1)
  return lines.flatMap((line, index) => {
    if (line.length <= rowLengthMax) return [{ line: index + 1, cells: line.split(delimiter) }]
    addIssue(issues, 'row_too_long', 'La línea es demasiado larga: no se importa.', index + 1)
    return []
  })
}

/** Null when the quotes are broken or a row is longer than any of a bank. */
function parseRows(text: string, delimiter: CsvDelimiter): TableRow[] | null {
  const rows: TableRow[] = []
  try {
    parse(text, {
      delimiter,
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      max_record_size: rowLengthMax,
      on_record: (cells: string[], { lines }) => {
        rows.push({ line: lines, cells })
        return null
      },
    })
    return rows
  } catch {
    return null
  }
}
