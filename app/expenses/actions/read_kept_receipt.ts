import { markUnread } from '#app/expenses/actions/keep_receipts'
import { readReceipt } from '#app/expenses/receipt_reader'
import { findFile, readFileBytes } from '#app/files/store_file'
import type { JobOutcome } from '#app/jobs/queue'
import { execute, row } from '#app/kernel/database/sql'
import { isDomainError } from '#app/kernel/domain_error'

/** Reads a stored receipt and keeps what it says beside what was typed; one that cannot be read is left to the reviewer. */
export async function readKeptReceipt(receiptId: number): Promise<JobOutcome> {
  const receipt = await row<{ fileId: number; noteId: number; status: string }>(
    `select file_id, note_id, reading_status as status from expense_note_files where id = :receiptId`,
    { receiptId }
  )
  const file = receipt ? await findFile(receipt.fileId) : null
  if (!receipt || !file) throw new Error(`No receipt ${receiptId}`)
  const resultUrl = `/payexpenses/${receipt.noteId}`
  if (receipt.status === 'done') return { message: 'El justificante ya estaba leído.', resultUrl }
  try {
    const reading = await readReceipt(await readFileBytes(file), file.name)
    await execute(
      `update expense_note_files set reading_status = 'done', reading = :reading::jsonb where id = :receiptId`,
      { receiptId, reading: JSON.stringify(reading) }
    )
    return { message: 'Justificante leído', resultUrl }
  } catch (error) {
    if (!isDomainError(error)) throw error
    await markUnread(receiptId)
    return { message: error.message, resultUrl, hasFailed: true }
  }
}
