import { type Client, oneRow } from '#app/kernel/database/sql'

/**
 * Hash of what an approver sees and decides on: header, lines and taxes as they are in the database. The database
 * works it out, because it compares it too when an invoice is approved or booked (area 05 §1).
 */
export async function invoiceFingerprint(invoiceId: number, client?: Client): Promise<string> {
  const { fingerprint } = await oneRow<{ fingerprint: string }>(
    `select invoice_fingerprint(i) as fingerprint from invoices i where i.id = :invoiceId`,
    { invoiceId },
    client
  )
  return fingerprint
}
