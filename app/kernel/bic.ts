/** Upper case and without spaces. */
export function normalizeBic(text: string): string {
  return text.replaceAll(/\s/g, '').toUpperCase()
}

/** Whether it has the shape of a BIC of ISO 9362: 8 or 11 characters, bank, country, place and branch. */
export function isValidBic(text: string): boolean {
  return /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(normalizeBic(text))
}

/** What to tell who typed it, in Spanish, or null when it is valid. */
export function bicProblem(text: string): string | null {
  return isValidBic(text) ? null : 'El BIC no es válido: debe tener 8 u 11 caracteres.'
}

/** ISO 3166-1 country of the bank (characters 5 and 6). */
export function bicCountry(text: string): string {
  return normalizeBic(text).slice(4, 6)
}
