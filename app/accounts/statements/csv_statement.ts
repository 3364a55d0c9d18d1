import {
  type ColumnMapping,
  countColumns,
  guessColumns,
  locateColumns,
  type TableRow,
} from '#app/accounts/statements/column_mapping'
import { type CsvDelimiter, csvDelimiters, readCsvRows } from '#app/accounts/statements/csv_rows'
import type { ParsedStatementFile, StatementIssue } from '#app/accounts/statements/parsed_statement'
import { assertStatementLines } from '#app/accounts/statements/statement_limits'
import { readTableStatement } from '#app/accounts/statements/table_statement'

const sampleLines = 60
const sampleLength = 50_000

/**
 * Reads a statement in CSV, with the mapping of its bank or by the headings Spanish banks use. The delimiter is found
 * out unless told. Never fails on what is inside; DomainError `E_STATEMENT_TOO_LARGE` beyond 200,000 lines.
 */
export function readCsvStatement(
  text: string,
  options: { mapping?: ColumnMapping | undefined; delimiter?: CsvDelimiter | undefined } = {}
): ParsedStatementFile {
  assertStatementLines(countLines(text))
  const issues: StatementIssue[] = []
  const delimiter = options.delimiter ?? findDelimiter(text, options.mapping)
  const rows = readCsvRows(text, delimiter, issues)
  const file = readTableStatement(rows, 'csv', options.mapping)
  return { ...file, issues: [...issues, ...file.issues] }
}

/** The delimiter under which most of the columns are found; with none, the most frequent of the first lines. */
function findDelimiter(text: string, mapping: ColumnMapping | undefined): CsvDelimiter {
  const sample = text.slice(0, sampleLength).split(/\r\n|\n|\r/, sampleLines)
  const counts = csvDelimiters.map((delimiter) => {
    const rows = sample.map(
      (line, index): TableRow => ({ line: index + 1, cells: unquoted(line, delimiter) })
    )
    const columns = mapping === undefined ? guessColumns(rows) : locateColumns(rows, mapping)
    const found = columns === null ? 0 : countColumns(columns)
    return { delimiter, found, times: sample.join('').split(delimiter).length }
  })
  const [best] = counts.toSorted((a, b) => b.found - a.found || b.times - a.times)
  return best?.delimiter ?? ';'
}

function unquoted(line: string, delimiter: CsvDelimiter): string[] {
  return line.split(delimiter).map((cell) => cell.replaceAll('"', ''))
}

function countLines(text: string): number {
  let count = 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++
  return count
}
