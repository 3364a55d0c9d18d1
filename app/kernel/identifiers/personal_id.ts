import { isValidSpanishTaxId, normalizeTaxId, taxIdKind } from '#app/kernel/identifiers/tax_id'

/** Whether it is the DNI or NIE of a person with its control letter right; numbers of companies are not. */
export function isPersonalTaxId(text: string): boolean {
  const kind = taxIdKind(text)
  return (kind === 'dni' || kind === 'nie') && isValidSpanishTaxId(text)
}

/**
 * A DNI or NIE as it may stand in a list, after the Spanish agency of data protection (seventh additional provision of
 * LO 3/2018): the fourth to the seventh digit, "***4567**" for 12345678Z and "****4567*" for X1234567L.
 */
export function maskTaxId(text: string): string {
  const taxId = normalizeTaxId(text)
  const from = taxIdKind(taxId) === 'nie' ? 4 : 3
  return [...taxId].map((character, at) => (at >= from && at < from + 4 ? character : '*')).join('')
}

/** Only digits: people write the number of the Social Security with spaces, hyphens and slashes. */
export function normalizeSocialSecurityNo(text: string): string {
  return text.replaceAll(/[\s\-/.·\u00a0\u2010-\u2015]/g, '')
}

/**
 * Whether it is a number of the Social Security of a person (NAF): two digits of the province, eight of the person and two
 * of control, the remainder by 97 of province and person; a person below ten million counts with seven digits (TGSS).
 */
export function isValidSocialSecurityNo(text: string): boolean {
  const digits = normalizeSocialSecurityNo(text)
  if (!/^\d{12}$/.test(digits)) return false
  return socialSecurityControl(digits.slice(0, 2), digits.slice(2, 10)) === digits.slice(10)
}

/** The two control digits of a province (two digits) and a person (eight). */
export function socialSecurityControl(province: string, person: string): string {
  const number = Number(person)
  const whole = number < 10_000_000 ? Number(province) * 10_000_000 + number : Number(province + person)
  return String(whole % 97).padStart(2, '0')
}
