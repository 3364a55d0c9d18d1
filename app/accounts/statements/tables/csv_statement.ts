import type { ParsedStatementFile } from '#app/accounts/statements/parsed_statement'
import type { ColumnMapping } from '#app/accounts/statements/tables/column_mapping'
import { findDelimiter } from '#app/accounts/statements/tables/table_sheets'
import { readTableStatement } from '#app/accounts/statements/tables/table_statement'
import { type CsvDelimiter, readCsvRows } from '#app/imports/tables/csv_rows'
import type { FileIssue } from '#app/imports/tables/file_issues'
import { assertFileLines } from '#app/imports/tables/file_limits'

/**
 * Reads a statement in CSV, with the mapping of its bank or by the headings Spanish banks use. The delimiter is found
 * out unless told. Never fails on what is inside; DomainError `E_FILE_TOO_LARGE` beyond 200,000 lines.
 */
export function readCsvStatement(
  text: string,
  options: { mapping?: ColumnMapping | undefined; delimiter?: CsvDelimiter | undefined } = {}
): ParsedStatementFile {
  assertFileLines(countLines(text))
  const issues: FileIssue[] = []
  const delimiter = options.delimiter ?? findDelimiter(text, options.mapping)
  const rows = readCsvRows(text, delimiter, issues)
  const file = readTableStatement(rows, 'csv', options.mapping)
  return { ...file, issues: [...issues, ...file.issues] }
}

function countLines(text: string): number {
  let count = 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++
  return count
}
