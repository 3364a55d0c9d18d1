import { isValidSpanishTaxId } from '#app/kernel/identifiers/tax_id'
import { vatChecksums } from '#app/kernel/identifiers/vat_checksums'
import { isValidVatNumber, normalizeVatNumber, vatCountry } from '#app/kernel/identifiers/vat_number'

/** `unknown`: the number has no control that is checked here, so nothing speaks for or against it. */
export type TaxNumberCheck = 'valid' | 'unknown' | 'invalid'

/**
 * Checks a tax number of any country: Spanish ones and those of the Union by their control, Great Britain (HMRC: modulus
 * 97 and 9755), Switzerland (UID, eCH-0097) and Norway (Brønnøysund, modulus 11) by theirs. Numbers of the one-stop shops and
 * of other countries are unknown; what looks like a Spanish number or one of the Union and fails is invalid.
 */
export function checkTaxNumber(text: string): TaxNumberCheck {
  const number = normalizeVatNumber(text)
  if (isValidSpanishTaxId(number)) return 'valid'
  const country = vatCountry(number)
  if (country !== null && country !== 'XI') {
    if (!isValidVatNumber(number)) return 'invalid'
    return country === 'ES' || vatChecksums[country] !== undefined ? 'valid' : 'unknown'
  }
  const british = /^(?:GB|XI)(\d{9})(?:\d{3})?$/.exec(number)?.[1]
  if (british) return verdict(isBritish(british))
  const swiss = /^CHE(\d{9})(?:MWST|TVA|IVA)?$/.exec(number)?.[1]
  if (swiss) return verdict(isSwiss(swiss))
  const norwegian = /^NO(\d{9})(?:MVA)?$/.exec(number)?.[1]
  if (norwegian) return verdict(isNorwegian(norwegian))
  return /^[A-Z]?\d{7,8}[A-Z]?$/.test(number) ? 'invalid' : 'unknown'
}

function verdict(holds: boolean): TaxNumberCheck {
  return holds ? 'valid' : 'invalid'
}

function isBritish(digits: string): boolean {
  const sum = weighted(digits, [8, 7, 6, 5, 4, 3, 2]) + Number(digits.slice(7))
  return sum % 97 === 0 || (sum + 55) % 97 === 0
}

function isSwiss(digits: string): boolean {
  return (11 - (weighted(digits, [5, 4, 3, 2, 7, 6, 5, 4]) % 11)) % 11 === Number(digits.charAt(8))
}

function isNorwegian(digits: string): boolean {
  return (11 - (weighted(digits, [3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11 === Number(digits.charAt(8))
}

function weighted(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, at) => sum + weight * Number(digits.charAt(at)), 0)
}
