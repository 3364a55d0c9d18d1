import { execute, type Transaction } from '#app/kernel/sql'

/**
 * Remembers what a person corrected for a supplier: the shape of its invoice numbers (`26/C 4410` -> `\d{2}/C \d{4}`).
 * The reader raises candidates of that shape next time; it never replaces the reading.
 */
export async function learnFromCorrection(
  providerId: number | null,
  field: 'invoiceNumber',
  value: string,
  trx: Transaction
): Promise<void> {
  if (!providerId || field !== 'invoiceNumber') return
  await execute(
    `update providers set learned = learned || jsonb_build_object('numberPattern', :pattern::text) where id = :providerId`,
    { providerId, pattern: numberShape(value) },
    trx
  )
}

/** The shape of a number as a regular expression: digits by count, letters as they are. */
export function numberShape(value: string): string {
  return value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\d+/g, (digits) => `\\d{${digits.length}}`)
}
