import { sniffText } from '#app/accounts/statements/sniff_statement'
import { type ColumnMapping, guessColumns } from '#app/accounts/statements/tables/column_mapping'
import { completeColumns } from '#app/accounts/statements/tables/complete_columns'
import { guessByContent } from '#app/accounts/statements/tables/guess_by_content'
import { findDelimiter, pickSheet } from '#app/accounts/statements/tables/table_sheets'
import { decodeText } from '#app/files/decode_text'
import { isOldOffice } from '#app/files/sniff_file'
import { isZip } from '#app/files/zip/read_zip'
import { readCsvRows } from '#app/imports/tables/csv_rows'
import { markupKind, readMarkupSheets } from '#app/imports/tables/markup_rows'
import { nameOfPlace } from '#app/imports/tables/place_names'
import type { TableRow } from '#app/imports/tables/table_row'
import { findHeader } from '#app/imports/tables/table_shape'
import type { Currency } from '#app/kernel/money/currency'

/**
 * The headings of a table of a bank (or the places of its columns), what stands under each, and the mapping that they and
 * the content give; `isSure` when it may be read by it without asking anybody.
 */
export type TableColumns = {
  headings: string[]
  /** The first values under each heading, in its order. */
  samples: Record<string, string[]>
  guess: ColumnMapping | null
  isSure: boolean
}

const sampleLength = 50_000
const headingRowsMax = 60
const samplesMax = 3

/**
 * What a CSV or Excel file offers to choose columns from; null for files that are no tables. The guess is in the
 * currency of the account, which such files seldom say.
 */
export async function readTableColumns(bytes: Uint8Array, currency: Currency): Promise<TableColumns | null> {
  const rows = await tableRows(bytes)
  if (rows === null) return null
  const named = guessColumns(rows)
  const content = named === null ? guessByContent(rows) : null
  const located = named ?? content?.columns ?? null
  const headerIndex = located?.headerIndex ?? findHeader(rows)
  const names = namesOf(rows, headerIndex)
  const headings = [...new Set(names.filter((name) => name !== ''))]
  const samples = samplesUnder(rows.slice(headerIndex + 1), names)
  if (located === null) return { headings, samples, guess: null, isSure: false }
  const full = completeColumns(rows, located, { columns: {}, text: [], isGuess: true })
  const nameAt = (position: number) => names[position] ?? ''
  const columns = Object.fromEntries(
    Object.entries(full.positions).map(([name, position]) => [name, nameAt(position)])
  ) as ColumnMapping['columns']
  return {
    headings,
    samples,
    guess: { columns, text: full.text.map(nameAt), currency, isGuess: true },
    isSure: named !== null || content?.isSure === true,
  }
}

function namesOf(rows: readonly TableRow[], headerIndex: number): string[] {
  if (headerIndex >= 0) return rows[headerIndex]?.cells.map((cell) => cell.trim()) ?? []
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
  return Array.from({ length: width }, (_, place) => nameOfPlace(place))
}

function samplesUnder(body: readonly TableRow[], names: readonly string[]): Record<string, string[]> {
  return Object.fromEntries(
    [...names.entries()].toReversed().map(([place, name]) => {
      const values = body.map(({ cells }) => (cells[place] ?? '').trim()).filter((cell) => cell !== '')
      return [name, [...new Set(values)].slice(0, samplesMax)]
    })
  )
}

async function tableRows(bytes: Uint8Array): Promise<TableRow[] | null> {
  if (!isZip(bytes) && !isOldOffice(bytes)) return textRows(bytes)
  const { readXlsxSheets } = await import('#app/imports/tables/xlsx_rows')
  try {
    return pickSheet(readXlsxSheets(bytes)).slice(0, headingRowsMax)
  } catch {
    // A ZIP of statements is no workbook: it has no columns to choose.
    return null
  }
}

function textRows(bytes: Uint8Array): TableRow[] | null {
  const { text } = decodeText(bytes)
  if (markupKind(text) !== null) return pickSheet(readMarkupSheets(text)).slice(0, headingRowsMax)
  if (sniffText(text) !== 'csv') return null
  const sample = text.slice(0, sampleLength)
  return readCsvRows(sample, findDelimiter(sample, undefined), []).slice(0, headingRowsMax)
}
