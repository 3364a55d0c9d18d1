import { refuseUnfit } from '#app/expenses/actions/keep_receipts'
import { type ReceiptReading, readReceipt } from '#app/expenses/receipt_reader'
import { inTransaction, oneRow } from '#app/kernel/database/sql'
import { isDomainError } from '#app/kernel/domain_error'

/**
 * What a photograph says, for the form that is being filled in; nothing of it is kept. One at a time for the whole
 * installation: null where another is being read, or where it cannot be read, and it is typed. Throws at `files.0`.
 */
export async function proposeLine(file: { name: string; bytes: Uint8Array }): Promise<ReceiptReading | null> {
  await refuseUnfit([{ ...file, line: null }])
  return inTransaction(async (trx) => {
    const { isFree } = await oneRow<{ isFree: boolean }>(
      `select pg_try_advisory_xact_lock(hashtext('expense_receipt_reading')) as is_free`,
      {},
      trx
    )
    if (!isFree) return null
    return readReceipt(file.bytes, file.name).catch((error: unknown) => {
      if (isDomainError(error)) return null
      throw error
    })
  })
}
