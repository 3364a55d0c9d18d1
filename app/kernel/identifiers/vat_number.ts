import { isValidSpanishTaxId } from '#app/kernel/identifiers/tax_id'
import { vatChecksums } from '#app/kernel/identifiers/vat_checksums'

/** Formats of the VIES service by prefix. Greece is EL; XI is Northern Ireland; Great Britain is outside. */
const patterns: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(\d{7}[A-W]|\d{7}[A-W][A-I]|\d[A-Z*+]\d{5}[A-W])$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{10}01$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: /^(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
}

/** Upper case without separators, the country's prefix first. */
export function normalizeVatNumber(text: string): string {
  return text.replaceAll(/[\s.\-/\u00a0]/g, '').toUpperCase()
}

/** The prefix of a VAT number of the Union (EL for Greece) when it begins with one, else null. */
export function vatCountry(text: string): string | null {
  const prefix = normalizeVatNumber(text).slice(0, 2)
  return Object.hasOwn(patterns, prefix) ? prefix : null
}

/**
 * Whether it has the form of a VAT number of the Union, with its prefix, and its control where the rule is well known.
 * It says nothing about being registered: only the VIES service does.
 */
export function isValidVatNumber(text: string): boolean {
  const vatNumber = normalizeVatNumber(text)
  const country = vatCountry(vatNumber)
  if (country === null) return false
  const body = vatNumber.slice(2)
  if (!patterns[country]?.test(body)) return false
  if (country === 'ES') return isValidSpanishTaxId(body)
  const hasRightControl = vatChecksums[country]
  return hasRightControl === undefined || hasRightControl(body)
}
