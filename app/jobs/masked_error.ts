const TEXT_MAX = 500
/** Country, check digits and the rest of an IBAN, printed with or without blanks. */
const IBAN = /\b([A-Z]{2})\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b/g
/** What may be a key or a token: long, and not a word. */
const TOKEN = /\b(?=[A-Za-z0-9_-]*\d)[A-Za-z0-9_-]{24,}\b/g
const ADDRESS = /\b[\w.+-]+@[\w.-]+\.\w+\b/g
const PASSWORD = /(:\/\/[^:/\s]+:)[^@\s]+@/g

/** What went wrong as it may be shown: accounts by country and last four, no addresses, keys or passwords. */
export function maskedError(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return text
    .replaceAll(PASSWORD, '$1•••@')
    .replaceAll(IBAN, (iban, country: string) => `${country}•••• ${iban.replaceAll(' ', '').slice(-4)}`)
    .replaceAll(ADDRESS, '•••@•••')
    .replaceAll(TOKEN, '•••')
    .slice(0, TEXT_MAX)
}
