import type { StoredFile } from '#app/files/store_file'
import { row, rows } from '#app/kernel/sql'

const COLUMNS = 's.id, s.name, s.mime, s.size_bytes, s.sha256, s.storage_key'

/** The stored file of a receipt of a note; null for one of another note. */
export const findReceiptFile = (noteId: number, receiptId: number): Promise<StoredFile | null> =>
  row<StoredFile>(
    `select ${COLUMNS} from expense_note_files f join files s on s.id = f.file_id where f.note_id = :noteId and f.id = :receiptId`,
    { noteId, receiptId }
  )

/** All of them, in the order they came. */
export const listReceiptFiles = (noteId: number): Promise<StoredFile[]> =>
  rows<StoredFile>(
    `select ${COLUMNS} from expense_note_files f join files s on s.id = f.file_id where f.note_id = :noteId order by f.id`,
    { noteId }
  )
