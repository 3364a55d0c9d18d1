import { checkDigits, ibanFromCcc } from '#app/kernel/identifiers/iban'
import { isValidSpanishTaxId } from '#app/kernel/identifiers/tax_id'
import { checkTaxNumber } from '#app/kernel/identifiers/tax_number_check'
import type { Random } from './random.js'

/** A company or person on an invoice. `taxId` is the plain number, with its country when it is not Spanish. */
export interface Party {
  name: string
  taxId: string
  street: string
  postcode: string
  city: string
  region: string
  country: string
}

const TAX_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE'
const CONTROL = '0123456789ABCDEFGHIJ'

/** A valid NIF of an entity (letter given) or of a person (`dni`, `nie`). Invented: no register was asked. */
export function makeSpanishTaxId(random: Random, kind: string): string {
  if (kind === 'dni' || kind === 'nie') {
    const digits = random.digits(kind === 'dni' ? 8 : 7)
    const letter = TAX_LETTERS.charAt(Number(kind === 'dni' ? digits : `1${digits}`) % 23)
    return `${kind === 'dni' ? '' : 'Y'}${digits}${letter}`
  }
  const body =
    kind +
    random.pick(['28', '08', '41', '46', '35', '38', '07', '29', '48', '15', '11', '52']) +
    random.digits(5)
  const found = [...CONTROL].find((control) => isValidSpanishTaxId(body + control))
  if (!found) throw new Error(`No control for ${body}`)
  return body + found
}

/** A tax number of another country (with its prefix) that passes the country's control; free form where none is known. */
export function makeVatNumber(random: Random, country: string): string {
  if (country === 'US') return `US${random.digits(2)}-${random.digits(7)}`
  for (;;) {
    const number = country + vatBody(random, country)
    if (checkTaxNumber(number) !== 'invalid') return number
  }
}

function vatBody(random: Random, country: string): string {
  switch (country) {
    case 'DE':
      return `${random.int(1, 9)}${random.digits(8)}`
    case 'FR':
      return random.digits(11)
    case 'IT':
      return `0${random.digits(10)}`
    case 'PT':
      return `5${random.digits(8)}`
    case 'NL':
      return `${random.int(1, 8)}${random.digits(8)}B0${random.int(1, 9)}`
    case 'GB':
      return random.digits(9)
    case 'IE':
      return `${random.digits(7)}${random.pick([...'ABCDEFGHIJKLMNOPQRSTUVW'])}${random.pick(['', 'H'])}`
    default:
      throw new Error(`No VAT numbers of ${country}`)
  }
}

const BANKS = ['2100', '0049', '0182', '0081', '2085', '3058', '0128', '2095', '1465', '3035']
const BBAN_DIGITS: Record<string, number> = { DE: 18, PT: 21, FR: 23, NL: 10, IT: 22, GB: 14, IE: 14 }

/** A valid IBAN of the country; Spanish ones have their own control digits right too. */
export function makeIban(random: Random, country: string): string {
  if (country === 'ES') {
    const iban = ibanFromCcc(random.pick(BANKS) + random.digits(4) + random.digits(10))
    if (!iban) throw new Error('No IBAN')
    return iban
  }
  const digits = random.digits(BBAN_DIGITS[country] ?? 18)
  const letters: Record<string, string> = { NL: 'RABO', IT: 'X', GB: 'BARC', IE: 'AIBK' }
  const bban = (letters[country] ?? '') + digits
  return country + checkDigits(country, bban) + bban
}

/** The invented group that is billed. They never appear as issuers. */
export const CUSTOMERS: readonly Party[] = [
  [
    'Hoteles Bahía de Levante, S.A.',
    'A46118823',
    'Paseo de la Explanada, 14',
    '46011',
    'Valencia',
    'Valencia',
  ],
  [
    'Restauración Puerta del Sol Norte, S.L.',
    'B28774410',
    'C/ de la Montera, 41, 3º',
    '28013',
    'Madrid',
    'Madrid',
  ],
  [
    'Apartamentos Sierra Clara, S.L.U.',
    'B18330927',
    'Avda. de la Constitución, 22',
    '18012',
    'Granada',
    'Granada',
  ],
  [
    'Costa Serena Resorts Canarias, S.L.',
    'B35667012',
    'Av. de Tirajana, 9',
    '35100',
    'San Bartolomé de Tirajana',
    'Las Palmas',
  ],
  ['Gestión de Cocinas Ribera, S.L.', 'B41902275', 'C/ Betis, 57', '41010', 'Sevilla', 'Sevilla'],
  [
    'Hotel Mirador de la Concha, S.A.U.',
    'A20556104',
    'Zubieta kalea, 30',
    '20007',
    'Donostia-San Sebastián',
    'Gipuzkoa',
  ],
].map(([name = '', seed = '', street = '', postcode = '', city = '', region = '']) => ({
  name,
  taxId: withControl(seed),
  street,
  postcode,
  city,
  region,
  country: 'ES',
}))

function withControl(taxId: string): string {
  return [...CONTROL].map((control) => taxId.slice(0, 8) + control).find(isValidSpanishTaxId) ?? taxId
}
