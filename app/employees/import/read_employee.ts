import type { CheckedEmployee } from '#app/employees/actions/insert_employees'
import {
  checkedSocialSecurityNo,
  checkedTaxId,
  refuseTooYoung,
  refuseUnlikelyStart,
} from '#app/employees/employee_rules'
import type { ImportColumns } from '#app/imports/columns'
import type { RowReader } from '#app/imports/row_reader'
import { DomainError } from '#app/kernel/domain_error'
import { isSepaIban } from '#app/kernel/identifiers/iban'
import { foldText } from '#app/kernel/text/similarity'

/** Names under which companies, and centres within each, are found; folded. */
export type EmployeeContext = {
  siteIds: ReadonlyMap<string, number>
  centerIds: ReadonlyMap<string, number>
  siteCodes: ReadonlyMap<number, string>
}

export const EMPLOYEE_COLUMNS = {
  firstName: { title: 'Nombre', kind: 'text', isNeeded: true },
  lastName: { title: 'Apellidos', kind: 'text', isNeeded: true },
  taxId: {
    title: 'DNI/NIE',
    kind: 'taxId',
    isNeeded: true,
    isPrivate: true,
    aliases: ['dni', 'nie', 'nif', 'dni nie nif'],
  },
  site: { title: 'Empresa', kind: 'text', isNeeded: true },
  startedOn: { title: 'Alta', kind: 'day', isNeeded: true, aliases: ['fecha de alta', 'fecha alta'] },
  code: { title: 'Código', kind: 'text' },
  iban: { title: 'IBAN', kind: 'iban', isPrivate: true },
  email: { title: 'Email', kind: 'text', aliases: ['correo', 'correo electronico', 'e mail'] },
  phone: { title: 'Teléfono', kind: 'text' },
  position: { title: 'Puesto', kind: 'text' },
  department: { title: 'Departamento', kind: 'text' },
  center: { title: 'Centro', kind: 'text' },
  birthDate: { title: 'Nacimiento', kind: 'day', aliases: ['fecha de nacimiento', 'fecha nacimiento'] },
  socialSecurityNo: {
    title: 'Seguridad Social',
    kind: 'text',
    aliases: ['n seguridad social', 'numero de la seguridad social', 'nss', 'naf'],
  },
} as const satisfies ImportColumns
type Column = keyof typeof EMPLOYEE_COLUMNS
type Row = RowReader<Column>

/** What a row says of an employee. Throws what is wrong with it. */
export function readEmployee(row: Row, { siteIds, centerIds }: EmployeeContext): CheckedEmployee {
  const siteId = siteIds.get(foldText(row.text('site')))
  if (siteId === undefined) throw refusal('E_SITE', `No existe la empresa «${row.text('site')}».`)
  const startedOn = row.day('startedOn')
  if (row.text('startedOn') === '') throw refusal('E_DAYS', 'Falta la fecha de alta.')
  if (startedOn === null) throw refusal('E_DAYS', `La fecha «${row.text('startedOn')}» no es válida.`)
  refuseUnlikelyStart(startedOn)
  const birthDate = row.day('birthDate')
  refuseTooYoung(birthDate, startedOn)
  return {
    siteId,
    firstName: neededText(row, 'firstName', 80),
    lastName: neededText(row, 'lastName', 120),
    taxId: checkedTaxId(row.text('taxId')),
    socialSecurityNo: checkedSocialSecurityNo(row.text('socialSecurityNo')),
    code: codeIn(row),
    birthDate,
    startedOn,
    email: emailIn(row),
    phone: row.text('phone').slice(0, 40) || null,
    position: row.text('position').slice(0, 120) || null,
    department: row.text('department').slice(0, 120) || null,
    centerId: centerIn(row, siteId, centerIds),
    iban: ibanIn(row),
  }
}

function neededText(row: Row, column: Column, lengthMax: number): string {
  const text = row.text(column)
  const { title } = EMPLOYEE_COLUMNS[column]
  if (text === '') throw refusal('E_TEXT', `Falta «${title}».`)
  if (text.length > lengthMax) throw refusal('E_TEXT', `«${title}» tiene más de ${lengthMax} caracteres.`)
  return text
}

function codeIn(row: Row): string | null {
  const code = row.text('code').toUpperCase()
  if (code === '') return null
  if (!/^[A-Z0-9._-]{1,20}$/.test(code)) throw refusal('E_CODE', `El código «${code}» no es válido.`)
  return code
}

function emailIn(row: Row): string | null {
  const email = row.text('email')
  if (email === '') return null
  if (email.length > 254 || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    throw refusal('E_EMAIL', `El correo «${email}» no es válido.`)
  return email
}

function ibanIn(row: Row): string | null {
  const iban = row.iban('iban')
  if (iban !== null && !isSepaIban(iban))
    throw refusal('E_IBAN', 'El IBAN es de fuera de la zona SEPA: añádalo en la ficha, con su BIC.')
  return iban
}

function centerIn(row: Row, siteId: number, centerIds: EmployeeContext['centerIds']): number | null {
  if (row.text('center') === '') return null
  const centerId = centerIds.get(centerKey(siteId, row.text('center')))
  if (centerId === undefined)
    throw refusal('E_CENTER', `La empresa no tiene el centro «${row.text('center')}».`)
  return centerId
}

/** How a centre is named within its company. */
export const centerKey = (siteId: number, name: string) => `${siteId}/${foldText(name)}`

const refusal = (code: `E_${string}`, message: string) => new DomainError(code, message, { field: 'file' })
