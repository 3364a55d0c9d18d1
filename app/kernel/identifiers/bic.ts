import { DomainError } from '#app/kernel/domain_error'
import { isSepaIban, isValidIban } from '#app/kernel/identifiers/iban'

/** Upper case and without spaces. */
export function normalizeBic(text: string): string {
  return text.replaceAll(/\s/g, '').toUpperCase()
}

/** Whether it has the shape of a BIC of ISO 9362: 8 or 11 characters, bank, country, place and branch. */
export function isValidBic(text: string): boolean {
  return /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(normalizeBic(text))
}

/**
 * The BIC given with an IBAN, normalised; null where none is given nor needed. Throws E_BIC at `bic`: outside SEPA a
 * transfer needs it.
 */
export function checkedBic({ bic, iban }: { bic: string | null; iban: string }): string | null {
  const code = bic === null || bic.trim() === '' ? null : normalizeBic(bic)
  if (code === null && isValidIban(iban) && !isSepaIban(iban))
    throw new DomainError('E_BIC', 'Fuera de la zona SEPA hace falta el BIC.', { field: 'bic' })
  if (code !== null && !isValidBic(code))
    throw new DomainError('E_BIC', 'El BIC no es válido: debe tener 8 u 11 caracteres.', { field: 'bic' })
  return code
}
