import { checkDigits, mod97 } from '#app/kernel/identifiers/iban'

/** Upper case without spaces. */
export function normalizeCreditorReference(text: string): string {
  return text.replaceAll(/\s/g, '').toUpperCase()
}

/**
 * The RF reference of ISO 11649 for a reference of ours: separators are dropped, at most 21 letters and digits stay.
 * RangeError when nothing is left or it is longer.
 */
export function makeCreditorReference(reference: string): string {
  const bare = normalizeCreditorReference(reference).replaceAll(/[^A-Z0-9]/g, '')
  if (bare.length === 0 || bare.length > 21)
    throw new RangeError(`«${reference}» cannot become an RF reference`)
  return `RF${checkDigits('RF', bare)}${bare}`
}

/** Whether it is an RF reference with its check digits right; spaces and small letters are allowed. */
export function isValidCreditorReference(text: string): boolean {
  const reference = normalizeCreditorReference(text)
  if (!/^RF\d{2}[A-Z0-9]{1,21}$/.test(reference)) return false
  return mod97(reference.slice(4) + reference.slice(0, 4)) === 1
}

/**
 * The SEPA creditor identifier of a Spanish company: its NIF with the three digits of the contract with the bank,
 * which the check digits leave out.
 */
export function spanishCreditorIdentifier(taxId: string, suffix = '000'): string {
  return `ES${checkDigits('ES', taxId)}${suffix}${taxId}`
}
