import type { CheckedEmployee } from '#app/employees/actions/insert_employees'
import {
  checkedSocialSecurityNo,
  checkedTaxId,
  refuseTooYoung,
  refuseUnlikelyStart,
} from '#app/employees/employee_rules'
import type { TableRow } from '#app/imports/tables/table_row'
import { readTableDay } from '#app/imports/tables/table_values'
import { DomainError, isDomainError } from '#app/kernel/domain_error'
import { isSepaIban, isValidIban, normalizeIban } from '#app/kernel/identifiers/iban'
import { foldText } from '#app/kernel/text/similarity'

/** A row of a file as an employee. */
export type ImportRow = CheckedEmployee & { rowNo: number }
export type RowError = { rowNo: number; message: string }
export type ImportTable = { rows: ImportRow[]; errors: RowError[] }

/** Names under which companies, and centres within each, are found; folded. */
export type ImportContext = {
  siteIds: ReadonlyMap<string, number>
  centerIds: ReadonlyMap<string, number>
}

/** The most employees of one file. */
export const IMPORT_ROWS_MAX = 5000

const COLUMNS = {
  firstName: 'Nombre',
  lastName: 'Apellidos',
  taxId: 'DNI/NIE',
  site: 'Empresa',
  startedOn: 'Alta',
  code: 'Código',
  iban: 'IBAN',
  email: 'Email',
  phone: 'Teléfono',
  position: 'Puesto',
  department: 'Departamento',
  center: 'Centro',
  birthDate: 'Nacimiento',
  socialSecurityNo: 'Seguridad Social',
} as const
type Column = keyof typeof COLUMNS
const NEEDED: Column[] = ['firstName', 'lastName', 'taxId', 'site', 'startedOn']

/** Other headings that offices of personnel use. */
const ALIASES: Partial<Record<Column, string[]>> = {
  taxId: ['dni', 'nie', 'nif', 'dni nie nif'],
  startedOn: ['fecha de alta', 'fecha alta'],
  email: ['correo', 'correo electronico', 'e mail'],
  birthDate: ['fecha de nacimiento', 'fecha nacimiento'],
  socialSecurityNo: ['n seguridad social', 'numero de la seguridad social', 'nss', 'naf'],
}

export const NEEDED_COLUMNS = NEEDED.map((column) => COLUMNS[column])
/** Every heading that the table may have. */
export const KNOWN_HEADINGS: readonly string[] = [...Object.values(COLUMNS), ...Object.values(ALIASES).flat()]
export const FURTHER_COLUMNS = (Object.keys(COLUMNS) as Column[])
  .filter((column) => !NEEDED.includes(column))
  .map((column) => COLUMNS[column])

/**
 * The employees of a table whose first row names the columns Nombre, Apellidos, DNI/NIE, Empresa and Alta (and others
 * where it has them), in any order. A row that cannot be read says why. E_COLUMNS without a needed column, E_EMPTY
 * without rows, E_ROWS_MAX with more than 5,000.
 */
export function readImportRows(table: readonly TableRow[], context: ImportContext): ImportTable {
  const [head, ...body] = table
  if (!head || body.length === 0) throw refusal('E_EMPTY', 'El fichero no tiene filas.')
  if (body.length > IMPORT_ROWS_MAX)
    throw refusal('E_ROWS_MAX', 'El fichero tiene más de 5.000 filas: divídalo en varios.')
  const places = placesOf(head)
  const result: ImportTable = { rows: [], errors: [] }
  const seen: Seen = { people: new Map(), codes: new Map() }
  for (const { line, cells } of body) {
    const cell = (column: Column) => (cells[places[column] ?? -1] ?? '').trim()
    try {
      result.rows.push(refuseRepeated({ rowNo: line, ...readRow(cell, context) }, seen))
    } catch (error) {
      if (!isDomainError(error)) throw error
      result.errors.push({ rowNo: line, message: error.message })
    }
  }
  return result
}

function placesOf(head: TableRow): Partial<Record<Column, number>> {
  const names = head.cells.map(foldText)
  const places: Partial<Record<Column, number>> = {}
  for (const [column, title] of Object.entries(COLUMNS) as [Column, string][]) {
    const known = [foldText(title), ...(ALIASES[column] ?? [])]
    const place = names.findIndex((name) => known.includes(name))
    if (place >= 0) places[column] = place
  }
  const missing = NEEDED.filter((column) => places[column] === undefined).map(
    (column) => `«${COLUMNS[column]}»`
  )
  if (missing.length > 0)
    throw refusal('E_COLUMNS', `Faltan columnas en la primera fila: ${missing.join(', ')}.`)
  return places
}

type Cell = (column: Column) => string

function readRow(cell: Cell, { siteIds, centerIds }: ImportContext): CheckedEmployee {
  const siteId = siteIds.get(foldText(cell('site')))
  if (siteId === undefined) throw refusal('E_SITE', `No existe la empresa «${cell('site')}».`)
  const startedOn = dayIn(cell, 'startedOn')
  if (!startedOn) throw refusal('E_DAYS', 'Falta la fecha de alta.')
  refuseUnlikelyStart(startedOn)
  const birthDate = dayIn(cell, 'birthDate')
  refuseTooYoung(birthDate, startedOn)
  return {
    siteId,
    firstName: neededText(cell, 'firstName', 80),
    lastName: neededText(cell, 'lastName', 120),
    taxId: checkedTaxId(cell('taxId')),
    socialSecurityNo: checkedSocialSecurityNo(cell('socialSecurityNo')),
    code: codeIn(cell),
    birthDate,
    startedOn,
    email: emailIn(cell),
    phone: cell('phone').slice(0, 40) || null,
    position: cell('position').slice(0, 120) || null,
    department: cell('department').slice(0, 120) || null,
    centerId: centerIn(cell, siteId, centerIds),
    iban: ibanIn(cell),
  }
}

function neededText(cell: Cell, column: Column, lengthMax: number): string {
  const text = cell(column)
  if (text === '') throw refusal('E_TEXT', `Falta «${COLUMNS[column]}».`)
  if (text.length > lengthMax)
    throw refusal('E_TEXT', `«${COLUMNS[column]}» tiene más de ${lengthMax} caracteres.`)
  return text
}

function dayIn(cell: Cell, column: 'startedOn' | 'birthDate') {
  if (cell(column) === '') return null
  const day = readTableDay(cell(column), 'dmy')
  if (!day) throw refusal('E_DAYS', `La fecha «${cell(column)}» no es válida.`)
  return day
}

function codeIn(cell: Cell): string | null {
  const code = cell('code').toUpperCase()
  if (code === '') return null
  if (!/^[A-Z0-9._-]{1,20}$/.test(code)) throw refusal('E_CODE', `El código «${code}» no es válido.`)
  return code
}

function emailIn(cell: Cell): string | null {
  const email = cell('email')
  if (email === '') return null
  if (email.length > 254 || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    throw refusal('E_EMAIL', `El correo «${email}» no es válido.`)
  return email
}

function ibanIn(cell: Cell): string | null {
  const iban = normalizeIban(cell('iban'))
  if (iban === '') return null
  if (!isValidIban(iban)) throw refusal('E_IBAN', 'El IBAN no es válido.')
  if (!isSepaIban(iban))
    throw refusal('E_IBAN', 'El IBAN es de fuera de la zona SEPA: añádalo en la ficha, con su BIC.')
  return iban
}

function centerIn(cell: Cell, siteId: number, centerIds: ImportContext['centerIds']): number | null {
  if (cell('center') === '') return null
  const centerId = centerIds.get(centerKey(siteId, cell('center')))
  if (centerId === undefined) throw refusal('E_CENTER', `La empresa no tiene el centro «${cell('center')}».`)
  return centerId
}

/** How a centre is named within its company. */
export const centerKey = (siteId: number, name: string) => `${siteId}/${foldText(name)}`

type Seen = { people: Map<string, number>; codes: Map<string, number> }

/** A person or a code twice in one file is somebody's slip. */
function refuseRepeated(row: ImportRow, { people, codes }: Seen): ImportRow {
  const person = `${row.siteId}/${row.taxId}`
  const twice = people.get(person)
  if (twice !== undefined) throw refusal('E_TWICE', `El DNI/NIE ya está en la fila ${twice}.`)
  const code = row.code === null ? null : `${row.siteId}/${row.code}`
  const other = code === null ? undefined : codes.get(code)
  if (other !== undefined) throw refusal('E_TWICE', `El código ya está en la fila ${other}.`)
  people.set(person, row.rowNo)
  if (code !== null) codes.set(code, row.rowNo)
  return row
}

const refusal = (code: `E_${string}`, message: string) => new DomainError(code, message, { field: 'file' })
