import { type ColumnMapping, guessColumns, type TableRow } from '#app/accounts/statements/column_mapping'
import { csvDelimiters, readCsvRows } from '#app/accounts/statements/csv_rows'
import { decodeText } from '#app/accounts/statements/decode_text'
import { sniffBytes, sniffText } from '#app/accounts/statements/sniff_statement'
import type { Currency } from '#app/kernel/currency'

/** The headings of a table of a bank and the mapping that its usual headings give; null mapping when they say too little. */
export type TableColumns = { headings: string[]; guess: ColumnMapping | null }

const sampleLength = 50_000
const headingRowsMax = 40

/**
 * What a CSV or Excel file offers to choose columns from; null for files that are no tables. The guess is in the
 * currency of the account, which such files seldom say.
 */
export async function readTableColumns(bytes: Uint8Array, currency: Currency): Promise<TableColumns | null> {
  const rows = await tableRows(bytes)
  if (rows === null) return null
  const located = guessColumns(rows)
  const header = located ? rows[located.headerIndex] : widestOf(rows)
  const headings = [
    ...new Set((header?.cells ?? []).map((cell) => cell.trim()).filter((cell) => cell !== '')),
  ]
  if (located === null) return { headings, guess: null }
  const nameAt = (position: number) => header?.cells[position]?.trim() ?? ''
  const columns = Object.fromEntries(
    Object.entries(located.positions).map(([name, position]) => [name, nameAt(position)])
  ) as ColumnMapping['columns']
  return { headings, guess: { columns, text: located.text.map(nameAt), currency } }
}

async function tableRows(bytes: Uint8Array): Promise<TableRow[] | null> {
  const kind = sniffBytes(bytes)
  if (kind === 'text') return csvRows(bytes)
  const { readXlsxRows } = await import('#app/accounts/statements/xlsx_rows')
  try {
    return readXlsxRows(bytes).slice(0, headingRowsMax)
  } catch {
    // A ZIP of statements is no workbook: it has no columns to choose.
    return null
  }
}

function csvRows(bytes: Uint8Array): TableRow[] | null {
  const { text } = decodeText(bytes)
  if (sniffText(text) !== 'csv') return null
  const sample = text.slice(0, sampleLength)
  const tables = csvDelimiters.map((delimiter) => readCsvRows(sample, delimiter, []).slice(0, headingRowsMax))
  return tables.toSorted((a, b) => widthOf(b) - widthOf(a))[0] ?? null
}

const widthOf = (rows: readonly TableRow[]) => widestOf(rows)?.cells.length ?? 0
const widestOf = (rows: readonly TableRow[]) => rows.toSorted((a, b) => b.cells.length - a.cells.length)[0]
