import type { StoredFile } from '#app/files/store_file'
import { row, rows } from '#app/kernel/database/sql'
import type { Filter } from '#app/kernel/lists/listing'

const COLUMNS = 's.id, s.name, s.mime, s.size_bytes, s.sha256, s.storage_key'

/** The stored file of a receipt of a note; null for one of another note. */
export const findReceiptFile = (noteId: number, receiptId: number): Promise<StoredFile | null> =>
  row<StoredFile>(
    `select ${COLUMNS} from expense_note_files f join files s on s.id = f.file_id where f.note_id = :noteId and f.id = :receiptId`,
    { noteId, receiptId }
  )

export type NoteReceipt = StoredFile & { number: string }

/** Receipts of the notes that a filter over `expense_notes n` leaves of these, note by note. */
export const listReceiptsOf = (
  noteIds: readonly number[],
  { where, bindings }: Filter
): Promise<NoteReceipt[]> =>
  rows<NoteReceipt>(
    `select ${COLUMNS}, n.number from expense_notes n join expense_note_files f on f.note_id = n.id join files s on s.id = f.file_id
      where ${['n.id = any(:noteIds::bigint[])', ...where].join(' and ')} order by n.id, f.id`,
    { ...bindings, noteIds: [...noteIds] }
  )

/** All of them, in the order they came. */
export const listReceiptFiles = (noteId: number): Promise<StoredFile[]> =>
  rows<StoredFile>(
    `select ${COLUMNS} from expense_note_files f join files s on s.id = f.file_id where f.note_id = :noteId order by f.id`,
    { noteId }
  )
