import { type RowProblem, wholeCode } from '#app/books/plan_file/check_plan_rows'
import type { TableRow } from '#app/imports/tables/table_row'
import { findDecimalMark, readFigure, readTableDay } from '#app/imports/tables/table_values'
import { DomainError } from '#app/kernel/domain_error'
import { normalizeTaxId } from '#app/kernel/identifiers/tax_id'
import type { Currency } from '#app/kernel/money/currency'
import { foldText } from '#app/kernel/text/similarity'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** The most rows of a file of opening balances; an entry of the book takes as many lines. */
export const OPENING_ROWS_MAX = 4_999

/** A balance as the file has it; positive is debe, in minor units of the company's currency. */
export type OpeningRow = {
  line: number
  code: string
  /** What the account is called in the file; empty where it does not say. */
  name: string
  taxId: string
  document: string
  dueOn: CalendarDate | null
  memo: string
  amountMinor: number
  /** What it is in the currency of its account, as written; the account says which currency that is. */
  foreign: string
}

const HEADINGS = {
  code: ['cuenta', 'codigo', 'cuenta contable', 'subcuenta', 'codigo cuenta', 'numero de cuenta', 'account'],
  debtorBalance: ['saldo deudor', 's deudor', 'deudor'],
  creditorBalance: ['saldo acreedor', 's acreedor', 'acreedor'],
  balance: ['saldo', 'saldo final', 'importe', 'balance'],
  debit: ['debe', 'suma debe', 'total debe', 'debit'],
  credit: ['haber', 'suma haber', 'total haber', 'credit'],
  taxId: ['nif', 'cif', 'nif cif', 'cif nif', 'nif tercero'],
  document: ['documento', 'factura', 'n factura', 'no factura', 'numero de factura', 'numero factura'],
  dueOn: ['vencimiento', 'fecha de vencimiento', 'fecha vencimiento'],
  name: ['nombre', 'titulo', 'nombre de la cuenta', 'descripcion', 'denominacion'],
  memo: ['detalle', 'concepto', 'comentario'],
  foreign: ['importe en divisa', 'saldo en divisa', 'divisa importe'],
} as const
type Column = keyof typeof HEADINGS

/** Every heading that a file of opening balances may have. */
export const OPENING_HEADINGS: readonly string[] = Object.values(HEADINGS).flat()
type Places = Partial<Record<Column, number>>

/**
 * The balances of a table: by account, as «Saldo deudor» and «Saldo acreedor», as a signed «Saldo», or as «Debe» and
 * «Haber» taken from each other, in that order of preference (a file of sumas y saldos has them all). Rows without a
 * balance and subtotals (an account of fewer digits that begins those of other rows) are left out. Throws E_EMPTY,
 * E_COLUMNS and E_ROWS_MAX at `file`.
 */
export function readOpeningRows(
  table: readonly TableRow[],
  currency: Currency
): { rows: OpeningRow[]; problems: RowProblem[] } {
  const [head, ...body] = table
  if (!head || body.length === 0) throw refused('E_EMPTY', 'El fichero no tiene filas.')
  const places = placesOf(head)
  const cell = (row: TableRow, column: Column) => (row.cells[places[column] ?? -1] ?? '').trim()
  const mark = findDecimalMark(body.flatMap((row) => FIGURES.map((column) => cell(row, column))))
  const read = body.map((row) => readRow(row.line, (column) => cell(row, column), { mark, currency, places }))
  const problems = read.filter((found): found is RowProblem => 'message' in found)
  const rows = withoutSubtotals(read.filter((found): found is OpeningRow => 'code' in found))
  if (rows.length > OPENING_ROWS_MAX)
    throw refused('E_ROWS_MAX', 'El fichero tiene más de 4.999 saldos: divídalo en varios.')
  return { rows: rows.filter(({ amountMinor }) => amountMinor !== 0), problems }
}

const FIGURES: Column[] = ['debtorBalance', 'creditorBalance', 'balance', 'debit', 'credit', 'foreign']

function placesOf(head: TableRow): Places {
  const folded = head.cells.map(foldText)
  const places: Places = {}
  for (const [column, headings] of Object.entries(HEADINGS) as [Column, readonly string[]][]) {
    const place = folded.findIndex((heading) => headings.includes(heading))
    if (place >= 0) places[column] = place
  }
  if (places.code === undefined) throw refused('E_COLUMNS', 'Falta la columna «Cuenta».')
  if (pairOf(places) === null && places.balance === undefined)
    throw refused('E_COLUMNS', 'Faltan las columnas «Debe» y «Haber», o «Saldo».')
  return places
}

/** The two columns that make a balance, if there are both. */
function pairOf(places: Places): [Column, Column] | null {
  if (places.debtorBalance !== undefined && places.creditorBalance !== undefined)
    return ['debtorBalance', 'creditorBalance']
  if (places.balance !== undefined) return null
  return places.debit !== undefined && places.credit !== undefined ? ['debit', 'credit'] : null
}

type Reading = { mark: ',' | '.' | null; currency: Currency; places: Places }

function readRow(
  line: number,
  cell: (column: Column) => string,
  { mark, currency, places }: Reading
): OpeningRow | RowProblem {
  const code = cell('code').replaceAll(/[\s']/g, '')
  const figure = (column: Column) => (cell(column) === '' ? 0 : readFigure(cell(column), mark, currency))
  const pair = pairOf(places)
  const [plus, minus] = pair ? [figure(pair[0]), figure(pair[1])] : [figure('balance'), 0]
  if (code === '' && (plus ?? 0) === (minus ?? 0)) return { ...EMPTY, line }
  if (code === '') return { line, message: 'Falta la cuenta.' }
  if (!/^[1-9]\d{0,11}$/.test(code) && !/^[1-9]\d*\.\d+$/.test(code))
    return { line, message: `La cuenta «${code}» no es un número de cuenta.` }
  if (plus === null || minus === null)
    return {
      line,
      message: `El importe «${cell(plus === null ? (pair?.[0] ?? 'balance') : (pair?.[1] ?? 'balance'))}» no es válido.`,
    }
  const dueOn = cell('dueOn') === '' ? null : readTableDay(cell('dueOn'), 'dmy')
  if (cell('dueOn') !== '' && dueOn === null)
    return { line, message: `El vencimiento «${cell('dueOn')}» no es una fecha.` }
  return {
    line,
    code,
    name: cell('name').replaceAll(/\s+/g, ' '),
    taxId: normalizeTaxId(cell('taxId')),
    document: cell('document'),
    dueOn,
    memo: cell('memo'),
    amountMinor: plus - minus,
    foreign: cell('foreign'),
  }
}

/** The whole number of an account: «430.1» is 43000001 and «572» is 57200000 where numbers have eight digits. */
export const fullCode = (code: string, width: number): string => wholeCode(code, width).padEnd(width, '0')

const EMPTY: Omit<OpeningRow, 'line'> = {
  code: '',
  name: '',
  taxId: '',
  document: '',
  dueOn: null,
  memo: '',
  amountMinor: 0,
  foreign: '',
}

/** Sumas y saldos are written at several levels: an account that only begins others holds what they hold. */
function withoutSubtotals(rows: readonly OpeningRow[]): OpeningRow[] {
  const codes = [...new Set(rows.map(({ code }) => code))].toSorted()
  const begins = new Set(codes.filter((code, at) => codes[at + 1]?.startsWith(code) === true && code !== ''))
  return rows.filter(({ code, taxId }) => taxId !== '' || !begins.has(code))
}

const refused = (code: `E_${string}`, message: string) => new DomainError(code, message, { field: 'file' })
