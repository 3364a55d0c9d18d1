/** Upper case and without spaces. */
export function normalizeBic(text: string): string {
  return text.replaceAll(/\s/g, '').toUpperCase()
}

/** Whether it has the shape of a BIC of ISO 9362: 8 or 11 characters, bank, country, place and branch. */
export function isValidBic(text: string): boolean {
  return /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(normalizeBic(text))
}
