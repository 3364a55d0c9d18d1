import type { ColumnMapping } from '#app/accounts/statements/column_mapping'
import { type CsvDelimiter, readCsvRows } from '#app/accounts/statements/csv_rows'
import type { ParsedStatementFile, StatementIssue } from '#app/accounts/statements/parsed_statement'
import { assertStatementLines } from '#app/accounts/statements/statement_limits'
import { findDelimiter } from '#app/accounts/statements/table_sheets'
import { readTableStatement } from '#app/accounts/statements/table_statement'

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

function countLines(text: string): number {
  let count = 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++
  return count
}
