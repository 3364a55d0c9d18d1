/** Spanish names of the fields that Wise asks for; another keeps the word of Wise. */
const TITLES: Readonly<Record<string, string>> = {
  legalType: 'Tipo de beneficiario',
  IBAN: 'IBAN',
  iban: 'IBAN',
  BIC: 'BIC',
  bic: 'BIC',
  swiftCode: 'Código SWIFT',
  sortCode: 'Código de sucursal (sort code)',
  accountNumber: 'Número de cuenta',
  abartn: 'Número de ruta (ABA)',
  accountType: 'Tipo de cuenta',
  bankCode: 'Banco',
  branchCode: 'Sucursal',
  email: 'Correo electrónico',
  dateOfBirth: 'Fecha de nacimiento',
  phoneNumber: 'Teléfono',
  'address.country': 'País',
  'address.city': 'Ciudad',
  'address.state': 'Estado o provincia',
  'address.postCode': 'Código postal',
  'address.firstLine': 'Dirección',
}

const OPTIONS: Readonly<Record<string, string>> = {
  'legalType/PRIVATE': 'Persona',
  'legalType/BUSINESS': 'Empresa',
  'accountType/CHECKING': 'Cuenta corriente',
  'accountType/SAVINGS': 'Cuenta de ahorro',
}

export const fieldTitle = (key: string, told: string): string => TITLES[key] ?? told

export const optionTitle = (key: string, value: string, told: string): string =>
  OPTIONS[`${key}/${value}`] ?? (told || value)

/** The field of the form that an error of Wise is about: it names them with or without `details`. */
export function keyOfError(path: string): string {
  if (path === 'accountHolderName' || path === 'name.fullName') return 'name'
  if (['currency', 'type', 'profile'].includes(path)) return path
  return path.startsWith('details.') ? path : `details.${path}`
}
