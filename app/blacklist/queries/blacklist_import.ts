import { REASONS } from '#app/blacklist/blacklist_labels'
import { type ImportTable, readImportRows } from '#app/blacklist/import_rows'
import { findFile, readFileBytes } from '#app/files/store_file'
import { DomainError } from '#app/kernel/domain_error'
import { maskIban } from '#app/kernel/iban'
import { type Client, row, rows } from '#app/kernel/sql'

export type Upload = { id: string; fileId: number; fileName: string }

/** An upload that waits; null when it is somebody else's or was used already. */
export function findUpload(importId: string, userId: number | null, client?: Client): Promise<Upload | null> {
  return row<Upload>(
    `select id, file_id, file_name from iban_blacklist_imports
      where id = :importId::uuid and created_by = :userId and status = 'uploaded' and file_id is not null ${client ? 'for update' : ''}`,
    { importId, userId },
    client
  )
}

/** The rows of an upload, and what is wrong with each other one, those listed already among them. */
export async function readUpload(fileId: number, client?: Client): Promise<ImportTable> {
  const file = await findFile(fileId)
  if (!file) throw new DomainError('E_FILE', 'El fichero ya no está: súbalo otra vez.', { field: 'file' })
  const table = readImportRows(await readFileBytes(file))
  const listed = new Set(
    (
      await rows<{ value: string }>(
        `select value from iban_blacklist where status = 'active' and pattern_type = 'iban' and value = any(:ibans::text[])`,
        { ibans: table.rows.map(({ iban }) => iban) },
        client
      )
    ).map(({ value }) => value)
  )
  const twice = table.rows.filter(({ iban }) => listed.has(iban))
  return {
    rows: table.rows.filter(({ iban }) => !listed.has(iban)),
    errors: [
      ...table.errors,
      ...twice.map(({ rowNo }) => ({
        rowNo,
        message: `Fila ${rowNo}: este IBAN ya está en la lista negra.`,
      })),
    ].toSorted((a, b) => a.rowNo - b.rowNo),
  }
}

const PREVIEW_ROWS = 20
const PREVIEW_ERRORS = 200

/** What an upload would bring. */
export async function previewUpload({ id, fileId, fileName }: Upload) {
  const table = await readUpload(fileId)
  return {
    id,
    name: fileName,
    new_count: table.rows.length,
    error_count: table.errors.length,
    errors: table.errors.slice(0, PREVIEW_ERRORS),
    rows: table.rows.slice(0, PREVIEW_ROWS).map(({ rowNo, iban, reason, comment }) => ({
      row_no: rowNo,
      iban: maskIban(iban),
      reason: REASONS[reason],
      comment,
    })),
  }
}

/** The last imports, the newest first. */
export async function listImports(userId: number) {
  const found = await rows<{
    id: string
    file: string
    imported: number
    who: string | null
    at: Date
    isUndone: boolean
    mayUndo: boolean
  }>(
    `select m.id, m.file_name as file, m.rows_imported as imported, u.name as who, m.created_at as at, m.status = 'undone' as is_undone,
            m.status = 'imported' and m.created_by = :userId and m.created_at > now() - interval '24 hours' as may_undo
       from iban_blacklist_imports m left join users u on u.id = m.created_by where m.status <> 'uploaded' order by m.created_at desc limit 20`,
    { userId }
  )
  return found.map(({ at, isUndone, mayUndo, ...item }) => ({
    ...item,
    at: at.toISOString(),
    is_undone: isUndone,
    may_undo: mayUndo,
  }))
}
