import type { ColumnMapping } from '#app/accounts/statements/tables/column_mapping'
import { countColumns, locateColumns } from '#app/accounts/statements/tables/column_mapping'
import { guessByContent } from '#app/accounts/statements/tables/guess_by_content'
import { findTableColumns } from '#app/accounts/statements/tables/table_statement'
import { type CsvDelimiter, csvDelimiters, readCsvRows } from '#app/imports/tables/csv_rows'
import type { TableRow } from '#app/imports/tables/table_row'

const sampleLines = 60
const sampleLength = 50_000

/** The sheet that has the movements: the one in which most columns are found, else the first with anything in it. */
export function pickSheet(sheets: readonly TableRow[][], mapping?: ColumnMapping): TableRow[] {
  const scored = sheets.map((rows) => ({ rows, found: foundIn(rows, mapping) }))
  const [best] = scored.toSorted((a, b) => b.found - a.found)
  return (best && best.found > 0 ? best.rows : sheets.find((rows) => rows.length > 0)) ?? []
}

/** The delimiter under which most of the columns are found; with none, the most frequent of the first lines. */
export function findDelimiter(text: string, mapping: ColumnMapping | undefined): CsvDelimiter {
  const sample = text.slice(0, sampleLength).split(/\r\n|\n|\r/, sampleLines)
  const counts = csvDelimiters.map((delimiter) => ({
    delimiter,
    found: foundIn(readCsvRows(sample.join('\n'), delimiter, []), mapping),
    times: sample.join('').split(delimiter).length,
  }))
  const [best] = counts.toSorted((a, b) => b.found - a.found || b.times - a.times)
  return best?.delimiter ?? ';'
}

function foundIn(rows: readonly TableRow[], mapping: ColumnMapping | undefined): number {
  const columns =
    mapping === undefined
      ? (findTableColumns(rows) ?? guessByContent(rows)?.columns ?? null)
      : locateColumns(rows, mapping)
  return columns === null ? 0 : countColumns(columns)
}
