import type { Actor } from '#app/audit/record_event'
import { readReceiptsJob } from '#app/expenses/jobs/read_receipts_job'
import { refuseInfected } from '#app/files/antivirus'
import { sniffFile } from '#app/files/sniff_file'
import { safeName, sha256Of, storeFile } from '#app/files/store_file'
import { enqueue } from '#app/jobs/queue'
import { execute, oneRow, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

const SIZE_MAX = 10 * 1024 * 1024
export const FILES_MAX = 20
const TOTAL_MAX = 40 * 1024 * 1024
const KINDS = new Set(['pdf', 'jpg', 'png', 'heic', 'webp'])

/** A receipt as it is sent; `line` is the place of its line from 0, null for one of the whole note. */
export type SentReceipt = { name: string; bytes: Uint8Array; line: number | null }

/**
 * The one door for receipts: how many and how large, of which kind by their content, what a scanner says, and none twice.
 * Throws at `files`, or at `files.{n}` for one of them.
 */
export async function refuseUnfit(receipts: readonly SentReceipt[]): Promise<void> {
  if (receipts.length > FILES_MAX) throw refusal('files', `Una nota admite hasta ${FILES_MAX} ficheros.`)
  if (receipts.reduce((sum, { bytes }) => sum + bytes.length, 0) > TOTAL_MAX)
    throw refusal('files', 'Los ficheros de una nota no pueden superar 40 MB en total.')
  const known = new Set<string>()
  for (const [index, { name, bytes }] of receipts.entries()) {
    const at = `files.${index}`
    const kind = sniffFile(bytes)
    if (bytes.length > SIZE_MAX) throw refusal(at, 'El fichero supera 10 MB.')
    if (bytes.length === 0 || !kind || !KINDS.has(kind.extension))
      throw refusal(at, 'Formato no admitido. Use PDF, JPG, PNG, HEIC o WEBP.')
    const hash = sha256Of(bytes)
    if (known.has(hash)) throw refusal(at, 'Este justificante ya se ha presentado.')
    known.add(hash)
    await refuseInfected(safeName(name), bytes, at)
  }
}

type Kept = { noteId: number; number: string; siteId: number | null; lineIds: readonly number[] }

/** Stores receipts that are fit, beside their lines, and sends them to be read. */
export async function keepReceipts(
  { noteId, number, siteId, lineIds }: Kept,
  receipts: readonly SentReceipt[],
  actor: Actor,
  trx: Transaction
): Promise<void> {
  for (const { name, bytes, line } of receipts) {
    const file = await storeFile({ name, bytes, createdBy: actor.userId }, trx)
    const { id } = await oneRow<{ id: number }>(
      `insert into expense_note_files (note_id, line_id, file_id, sha256, created_by) values (:noteId, :lineId, :fileId, :sha256, :userId) returning id`,
      {
        noteId,
        lineId: line === null ? null : (lineIds[line] ?? null),
        fileId: file.id,
        sha256: file.sha256,
        userId: actor.userId,
      },
      trx
    )
    await enqueue(
      readReceiptsJob,
      { receiptId: id },
      {
        title: `Leer ${file.name} (${number})`,
        userId: actor.userId,
        objectType: 'expense_note',
        objectId: noteId,
        siteId,
      },
      trx
    )
  }
}

/** Says that nobody could read a receipt; its data are those that were typed. */
export const markUnread = (receiptId: number): Promise<number> =>
  execute(`update expense_note_files set reading_status = 'failed' where id = :receiptId`, { receiptId })

const refusal = (field: string, message: string) => new DomainError('E_RECEIPT', message, { field })
