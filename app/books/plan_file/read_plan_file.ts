import { decodeText } from '#app/files/decode_text'
import { type CsvDelimiter, csvDelimiters, readCsvRows } from '#app/imports/tables/csv_rows'
import type { FileIssue } from '#app/imports/tables/file_issues'
import { assertFileBytes } from '#app/imports/tables/file_limits'
import { readTable } from '#app/imports/tables/read_table'
import { sniffBytes } from '#app/imports/tables/sniff_bytes'
import type { TableRow } from '#app/imports/tables/table_row'
import { DomainError } from '#app/kernel/domain_error'
import { foldText } from '#app/kernel/text/similarity'

/** The most rows of a file of accounts. */
export const PLAN_ROWS_MAX = 50_000

/** A row of the file as it was written; `line` is its number in it, from 1. */
export type PlanFileRow = { line: number; code: string; name: string; parent: string; reconcilable: string }

type ColumnName = keyof Omit<PlanFileRow, 'line'>
const HEADINGS: Record<ColumnName, string[]> = {
  code: ['codigo', 'cuenta', 'cuenta contable', 'code', 'account', 'numero', 'subcuenta'],
  name: ['nombre', 'descripcion', 'titulo', 'denominacion', 'name', 'description', 'concepto'],
  parent: ['padre', 'cuenta padre', 'cuenta superior', 'parent'],
  reconcilable: ['conciliable', 'punteable', 'reconcilable', 'conciliar', 'puntear'],
}
const IN_ORDER: ColumnName[] = ['code', 'name', 'reconcilable']

/**
 * The accounts of an Excel or CSV file: by their headings, or number, name and «conciliable» in that order where it has
 * none. Throws at `file` beyond 50,000 rows or 20 MB, for what is neither, and when there is no column of numbers.
 */
export function readPlanFile(bytes: Uint8Array): PlanFileRow[] {
  assertFileBytes(bytes.byteLength)
  const table = tableOf(bytes)
  const [first, ...rest] = table
  if (!first) throw refused('El fichero no tiene cuentas.')
  const columns = columnsOf(first.cells)
  const body = columns ? rest : table
  if (body.length > PLAN_ROWS_MAX) throw refused('El fichero tiene más de 50.000 filas: divídalo.')
  const found = columns ?? new Map(IN_ORDER.map((name, at) => [name, at]))
  if (!columns && !/^\d/.test(first.cells[0]?.trim() ?? ''))
    throw refused('No se encuentra la columna de las cuentas: use «Código», «Nombre» y «Conciliable».')
  const cell = (row: TableRow, name: ColumnName) => row.cells[found.get(name) ?? -1]?.trim() ?? ''
  const rows = body.map((row) => ({
    line: row.line,
    code: cell(row, 'code').replaceAll(/[\s']/g, ''),
    name: cell(row, 'name').replaceAll(/\s+/g, ' '),
    parent: cell(row, 'parent').replaceAll(/\s/g, ''),
    reconcilable: cell(row, 'reconcilable'),
  }))
  const filled = rows.filter(({ code, name }) => code !== '' || name !== '')
  if (filled.length === 0) throw refused('El fichero no tiene cuentas.')
  return filled
}

const refused = (message: string) => new DomainError('E_PLAN_FILE', message, { field: 'file' })

function tableOf(bytes: Uint8Array): TableRow[] {
  if (sniffBytes(bytes) !== 'text') return [...readTable(bytes, Object.values(HEADINGS).flat())]
  const { text } = decodeText(bytes)
  if (/[^\P{Cc}\s]/u.test(text.slice(0, 2_000))) throw refused('El fichero no es un Excel ni un CSV.')
  const issues: FileIssue[] = []
  return readCsvRows(text, delimiterOf(text), issues)
}

function delimiterOf(text: string): CsvDelimiter {
  const lines = text.slice(0, 20_000).split(/\r\n|\n|\r/, 20)
  const times = (delimiter: CsvDelimiter) => lines.filter((line) => line.includes(delimiter)).length
  const [best] = csvDelimiters.toSorted((a, b) => times(b) - times(a))
  return best ?? ';'
}

function columnsOf(cells: string[]): Map<ColumnName, number> | null {
  const folded = cells.map(foldText)
  const found = new Map<ColumnName, number>()
  for (const [name, headings] of Object.entries(HEADINGS) as [ColumnName, string[]][]) {
    const at = folded.findIndex((heading) => headings.includes(heading))
    if (at >= 0) found.set(name, at)
  }
  return found.has('code') && found.has('name') ? found : null
}
