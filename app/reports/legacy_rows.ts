import { createHash } from 'node:crypto'
import type { TableRow } from '#app/imports/tables/table_row'
import { findDecimalMark, readFigure, readTableDay } from '#app/imports/tables/table_values'
import { DomainError } from '#app/kernel/domain_error'
import { isValidIban, normalizeIban } from '#app/kernel/identifiers/iban'
import { foldText } from '#app/kernel/text/similarity'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** A payment of before the product as its row says it; amounts in cents of its currency. */
export type LegacyRow = {
  rowNo: number
  raw: Record<string, string>
  paidOn: CalendarDate
  siteId: number
  kind: 'other' | 'payroll'
  payee: string
  concept: string
  amountMinor: number
  currency: string
  iban: string | null
  accountText: string | null
  reference: string | null
  fingerprint: string
}

export type LegacyTable = { rows: LegacyRow[]; errors: { rowNo: number; message: string }[] }

/** Names under which a company is found, folded, and the currencies that exist. */
export type LegacyContext = { siteIds: ReadonlyMap<string, number>; currencies: ReadonlySet<string> }

const COLUMNS = [
  'fecha',
  'empresa',
  'beneficiario',
  'importe',
  'moneda',
  'concepto',
  'iban',
  'cuenta',
  'referencia',
] as const
type Column = (typeof COLUMNS)[number]
const NEEDED: Column[] = ['fecha', 'empresa', 'beneficiario', 'importe']
const SHOWN: Record<Column, string> = {
  fecha: 'Fecha',
  empresa: 'Empresa',
  beneficiario: 'Beneficiario',
  importe: 'Importe',
  moneda: 'Moneda',
  concepto: 'Concepto',
  iban: 'IBAN',
  cuenta: 'Cuenta',
  referencia: 'Referencia',
}
/** Every heading that a file of old payments may have. */
export const LEGACY_HEADINGS: readonly string[] = COLUMNS
const PAYROLL = /\b(nominas?|salarios?|finiquitos?)\b/

/**
 * The payments of a table whose first row names the columns Fecha, Empresa, Beneficiario and Importe (and Moneda,
 * Concepto, IBAN, Cuenta, Referencia where it has them), in any order. A row that cannot be read says why and the others
 * go on. E_COLUMNS without a needed column, E_EMPTY without rows.
 */
export function readLegacyRows(table: TableRow[], context: LegacyContext): LegacyTable {
  const [head, ...body] = table
  if (!head || body.length === 0)
    throw new DomainError('E_EMPTY', 'El fichero no tiene filas.', { field: 'file' })
  const places = placesOf(head)
  const figures = body.map((row) => row.cells[places.importe ?? -1] ?? '')
  const mark = findDecimalMark(figures)
  const result: LegacyTable = { rows: [], errors: [] }
  for (const row of body) {
    const cell = (column: Column) => (row.cells[places[column] ?? -1] ?? '').trim()
    const read = readRow(row.line, cell, mark, context)
    if (typeof read === 'string')
      result.errors.push({ rowNo: row.line, message: `Fila ${row.line}: ${read}` })
    else result.rows.push(read)
  }
  return result
}

function placesOf(head: TableRow): Partial<Record<Column, number>> {
  const names = head.cells.map(foldText)
  const places = Object.fromEntries(
    COLUMNS.flatMap((column) => {
      const place = names.indexOf(column)
      return place < 0 ? [] : [[column, place]]
    })
  ) as Partial<Record<Column, number>>
  const missing = NEEDED.filter((column) => places[column] === undefined).map(
    (column) => `«${SHOWN[column]}»`
  )
  if (missing.length > 0)
    throw new DomainError('E_COLUMNS', `Faltan columnas en la primera fila: ${missing.join(', ')}.`, {
      field: 'file',
    })
  return places
}

type Cell = (column: Column) => string

/** The row, or why not. */
function readRow(
  rowNo: number,
  cell: Cell,
  mark: ',' | '.' | null,
  { siteIds, currencies }: LegacyContext
): LegacyRow | string {
  const paidOn = readTableDay(cell('fecha'), 'dmy')
  if (!paidOn) return `la fecha «${cell('fecha')}» no es válida.`
  const siteId = siteIds.get(foldText(cell('empresa')))
  if (siteId === undefined) return 'empresa desconocida.'
  const payee = cell('beneficiario').slice(0, 160)
  if (payee === '') return 'falta el beneficiario.'
  const currency = cell('moneda').toUpperCase() || 'EUR'
  if (!currencies.has(currency)) return `la moneda «${cell('moneda')}» no existe.`
  const amountMinor = readFigure(cell('importe'), mark, currency)
  if (amountMinor === null || amountMinor === 0) return `el importe «${cell('importe')}» no es válido.`
  if (amountMinor < 0) return 'el importe debe ser positivo.'
  const iban = normalizeIban(cell('iban'))
  if (iban !== '' && !isValidIban(iban)) return `el IBAN «${cell('iban')}» no es válido.`
  const [concept, reference] = [cell('concepto'), cell('referencia') || null]
  const raw = Object.fromEntries(
    COLUMNS.flatMap((name) => (cell(name) === '' ? [] : [[SHOWN[name], cell(name)]]))
  )
  return {
    rowNo,
    raw,
    paidOn,
    siteId,
    kind: PAYROLL.test(foldText(`${concept} ${payee}`)) ? 'payroll' : 'other',
    payee,
    concept: concept.slice(0, 500),
    amountMinor,
    currency,
    iban: iban === '' ? null : iban,
    accountText: cell('cuenta') || null,
    reference,
    fingerprint: fingerprintOf([siteId, paidOn, amountMinor, currency, foldText(payee), reference ?? '']),
  }
}

/** The same payment in another file has the same. */
const fingerprintOf = (parts: (string | number)[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex')
