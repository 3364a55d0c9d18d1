import { toldNumber } from '#app/banking/told_number'
import { lastFour } from '#app/kernel/identifiers/iban'

const LONG = 12
const SHOWN = 8

type Identified = { iban: string | null; externalId: string; details: Readonly<Record<string, string>> }

/** What people know an account by: the end of its IBAN; else the first number that the provider tells; else the end of its key there. */
export function identifierOf({ iban, externalId, details }: Identified): string {
  if (iban !== null) return `•••• ${lastFour(iban)}`
  return toldNumber(details) ?? (externalId.length > LONG ? `…${externalId.slice(-SHOWN)}` : externalId)
}
