import { REASONS } from '#app/blacklist/blacklist_labels'
import { type ImportTable, readImportRows } from '#app/blacklist/import_rows'
import { type PastImport, pastImport, type Upload, uploadBytes } from '#app/files/uploads'
import { type Client, rows } from '#app/kernel/database/sql'
import { maskIban } from '#app/kernel/identifiers/iban'

/** The rows of an upload, and what is wrong with each other one, those listed already among them. */
export async function readUpload(fileId: number, client?: Client): Promise<ImportTable> {
  const table = await readImportRows(await uploadBytes(fileId))
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
    newCount: table.rows.length,
    errorCount: table.errors.length,
    errors: table.errors.slice(0, PREVIEW_ERRORS),
    rows: table.rows.slice(0, PREVIEW_ROWS).map(({ rowNo, iban, reason, comment }) => ({
      rowNo,
      iban: maskIban(iban),
      reason: REASONS[reason],
      comment,
    })),
  }
}

/** The last imports, the newest first. */
export async function listImports(userId: number) {
  const found = await rows<PastImport>(
    `select m.id, m.file_name as file, m.rows_imported as imported, u.name as who, m.created_at as at, m.status = 'undone' as is_undone,
            m.status = 'imported' and m.created_by = :userId and m.created_at > now() - interval '24 hours' as can_undo
       from iban_blacklist_imports m left join users u on u.id = m.created_by where m.status <> 'uploaded' order by m.created_at desc limit 20`,
    { userId }
  )
  return found.map(pastImport)
}
