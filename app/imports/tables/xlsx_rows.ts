import { type CellObject, read, SSF, type WorkSheet } from '@e965/xlsx'
import { isZip, unzip } from '#app/files/zip/read_zip'
import { assertFileLines } from '#app/imports/tables/file_limits'
import type { TableRow } from '#app/imports/tables/table_row'
import { DomainError } from '#app/kernel/domain_error'
import { dayOf } from '#app/kernel/time/calendar_date'

/** A sheet of 200,000 rows of a bank unpacks to less than this. */
const unpackedBytesMax = 80 * 1024 * 1024
const columnsMax = 200
/** Formulas leave noise far behind the cents; rounding here keeps "0.30000000000000004" from being refused. */
const decimalsMax = 6

/** The rows of each sheet of an Excel file that has any (`readNamedSheets`), without their names. */
export const readXlsxSheets = (bytes: Uint8Array): TableRow[][] =>
  readNamedSheets(bytes).map(({ rows }) => rows)

/**
 * For a process of its own (`readApart`): a large sheet takes seconds. The rows of each sheet of an Excel file that has any,
 * as texts: dates as YYYY-MM-DD, figures with a decimal point. DomainError when it is too large or cannot be opened.
 */
export function readNamedSheets(bytes: Uint8Array): { name: string; rows: TableRow[] }[] {
  if (isZip(bytes)) unzip(bytes, { bytesMax: unpackedBytesMax })
  return openSheets(bytes)
    .map(({ name, ...sheet }) => ({ name, rows: readSheet(sheet) }))
    .filter(({ rows }) => rows.length > 0)
}

/** A book of an old Mac counts its days from 1904. */
type OpenSheet = { name: string; sheet: WorkSheet; is1904: boolean }

function openSheets(bytes: Uint8Array): OpenSheet[] {
  try {
    const book = read(bytes, {
      type: 'array',
      dense: true,
      cellFormula: false,
      cellHTML: false,
      cellText: false,
      cellNF: true,
    })
    const is1904 = book.Workbook?.WBProps?.date1904 === true
    return book.SheetNames.flatMap((name) => {
      const sheet = book.Sheets[name]
      return sheet ? [{ name, sheet, is1904 }] : []
    })
  } catch (cause) {
    throw new DomainError(
      'E_XLSX_UNREADABLE',
      'El libro de Excel está dañado o protegido y no se puede abrir.',
      {
        field: 'file',
        cause,
      }
    )
  }
}

function readSheet({ sheet, is1904 }: Omit<OpenSheet, 'name'>): TableRow[] {
  const data: unknown = sheet['!data']
  if (!Array.isArray(data)) return []
  assertFileLines(data.length)
  const rows: TableRow[] = []
  for (const [index, row] of data.entries()) {
    if (!Array.isArray(row)) continue
    const cells = Array.from(row.slice(0, columnsMax), (cell: CellObject | undefined) =>
      cellText(cell, is1904)
    )
    if (cells.some((cell) => cell !== '')) rows.push({ line: index + 1, cells })
  }
  return rows
}

function cellText(cell: CellObject | undefined, is1904: boolean): string {
  if (cell === undefined || cell.v === undefined || cell.v === null || cell.t === 'e') return ''
  if (typeof cell.v !== 'number') return String(cell.v)
  return typeof cell.z === 'string' && SSF.is_date(cell.z) ? dateText(cell.v, is1904) : figureText(cell.v)
}

function dateText(serial: number, is1904: boolean): string {
  const date = SSF.parse_date_code(serial, { date1904: is1904 })
  return (date && dayOf(date.y, date.m, date.d)) ?? String(serial)
}

function figureText(value: number): string {
  if (Number.isInteger(value)) return String(value)
  const fixed = value.toFixed(decimalsMax).replace(/0+$/, '')
  if (fixed.endsWith('.')) return fixed.slice(0, -1)
  // Three decimals would be thousands beside texts such as «1.250,00»: a fourth leaves no doubt.
  return /\.\d{3}$/.test(fixed) ? `${fixed}0` : fixed
}
