import type { TableRow } from '#app/imports/tables/table_row'
import { DomainError } from '#app/kernel/domain_error'
import { isValidSpanishTaxId, normalizeTaxId } from '#app/kernel/identifiers/tax_id'
import { foldText } from '#app/kernel/text/similarity'
import type { NewProvider, TaxIdType } from '#app/providers/actions/save_provider'

/** The most suppliers of one file. */
export const IMPORT_ROWS_MAX = 2000

const COLUMNS = {
  legalName: 'Razón social',
  taxId: 'NIF',
  tradeName: 'Nombre comercial',
  country: 'País',
  kind: 'Tipo',
  category: 'Categoría',
  email: 'Email',
  paymentTermsDays: 'Plazo de pago',
  iban: 'IBAN',
  holderName: 'Titular',
} as const
type Column = keyof typeof COLUMNS
const NEEDED: Column[] = ['legalName', 'taxId']

export const NEEDED_COLUMNS = NEEDED.map((column) => COLUMNS[column])
/** Every heading that the table may have. */
export const KNOWN_HEADINGS: readonly string[] = Object.values(COLUMNS)
export const FURTHER_COLUMNS = (Object.keys(COLUMNS) as Column[])
  .filter((column) => !NEEDED.includes(column))
  .map((column) => COLUMNS[column])

const KINDS: Record<string, NonNullable<NewProvider['kind']>> = {
  '': 'supplier',
  proveedor: 'supplier',
  suministrador: 'supplier',
  profesional: 'professional',
  arrendador: 'landlord',
  'organismo publico': 'public_body',
  'empresa del grupo': 'group_company',
}

export type ImportRow = { rowNo: number; category: string | null; provider: NewProvider }
export type RowError = { rowNo: number; message: string }
export type ImportTable = { rows: ImportRow[]; errors: RowError[] }

/**
 * The suppliers of a table whose first row names the columns Razón social and NIF, and others where it has them, in any
 * order. `categoryIds` are found by folded name. Throws E_COLUMNS, E_EMPTY and E_ROWS_MAX at `file`.
 */
export function readImportRows(
  table: readonly TableRow[],
  categoryIds: ReadonlyMap<string, number>
): ImportTable {
  const [head, ...body] = table
  if (!head || body.length === 0) throw refusal('E_EMPTY', 'El fichero no tiene filas.')
  if (body.length > IMPORT_ROWS_MAX)
    throw refusal('E_ROWS_MAX', 'El fichero tiene más de 2.000 filas: divídalo en varios.')
  const places = new Map(head.cells.map((cell, place) => [foldText(cell), place]))
  const missing = NEEDED.find((column) => !places.has(foldText(COLUMNS[column])))
  if (missing) throw refusal('E_COLUMNS', `Falta la columna «${COLUMNS[missing]}».`)
  const result: ImportTable = { rows: [], errors: [] }
  for (const { line, cells } of body) {
    const cell = (column: Column) => (cells[places.get(foldText(COLUMNS[column])) ?? -1] ?? '').trim()
    const read = readRow(cell, categoryIds)
    if (typeof read === 'string') result.errors.push({ rowNo: line, message: read })
    else result.rows.push({ rowNo: line, category: cell('category') || null, provider: read })
  }
  return result
}

/** The supplier of a row, or what is wrong with it. */
function readRow(
  cell: (column: Column) => string,
  categoryIds: ReadonlyMap<string, number>
): NewProvider | string {
  const legalName = cell('legalName')
  if (legalName.length < 2 || legalName.length > 160) return 'Falta la razón social.'
  const country = cell('country').toUpperCase() || 'ES'
  if (!/^[A-Z]{2}$/.test(country)) return `El país «${country}» debe ser un código de dos letras.`
  const kind = KINDS[foldText(cell('kind'))]
  if (!kind) return `No se entiende el tipo «${cell('kind')}».`
  const categoryId = cell('category') === '' ? null : categoryIds.get(foldText(cell('category')))
  if (categoryId === undefined) return `No hay una categoría «${cell('category')}».`
  const terms = cell('paymentTermsDays') === '' ? 30 : Number(cell('paymentTermsDays'))
  if (!Number.isInteger(terms) || terms < 0 || terms > 365)
    return 'El plazo de pago debe ser de 0 a 365 días.'
  const email = cell('email') || null
  if (email !== null && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) return `El correo «${email}» no es válido.`
  return {
    legalName,
    tradeName: cell('tradeName').slice(0, 160) || null,
    taxIdType: typeOf(cell('taxId'), country),
    taxId: cell('taxId') || null,
    country,
    kind,
    categoryId,
    email,
    iban: cell('iban') || null,
    holderName: cell('holderName') || null,
    paymentTermsDays: terms,
    source: 'import',
  }
}

/** By its form and country; what looks Spanish is checked as such. */
function typeOf(text: string, country: string): TaxIdType {
  const taxId = normalizeTaxId(text)
  if (taxId === '') return 'none'
  if (country !== 'ES') return isValidSpanishTaxId(taxId) ? 'cif' : 'foreign'
  if (/^[XYZ]/.test(taxId)) return 'nie'
  return /^[A-HJNP-SUVW]/.test(taxId) ? 'cif' : 'nif'
}

const refusal = (code: `E_${string}`, message: string) => new DomainError(code, message, { field: 'file' })
