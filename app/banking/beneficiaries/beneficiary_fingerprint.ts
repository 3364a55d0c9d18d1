import { createHash } from 'node:crypto'

/** What is told apart: whom a beneficiary of a bank is and which account it has there. */
export type Identified = {
  name: string
  iban: string | null
  account: string
  currency: string
  details: Readonly<Record<string, string>>
}

/**
 * What somebody who verifies a beneficiary was shown, in one word: it is another one as soon as the bank has another name or
 * account. The database takes a verification back for the same (`provider_beneficiary_guard`).
 */
export function beneficiaryFingerprint({ name, iban, account, currency, details }: Identified): string {
  const sorted = Object.entries(details).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([name, iban, account, currency, sorted]))
    .digest('hex')
}
