import { type Actor, recordEvent } from '#app/audit/record_event'
import { insertEntry, lockList } from '#app/blacklist/actions/add_entry'
import { readImportRows } from '#app/blacklist/import_rows'
import { readUpload } from '#app/blacklist/queries/blacklist_import'
import { sweepEntries } from '#app/blacklist/sweepers'
import { deleteBytes, forgetFile } from '#app/files/store_file'
import { findUpload, keepUpload } from '#app/files/uploads'
import { execute, inTransaction, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

/** Keeps a file to be looked at before it is imported. Gives its key. */
export async function uploadEntries(
  file: { name: string; bytes: Uint8Array },
  actor: Actor
): Promise<string> {
  await readImportRows(file.bytes)
  return keepUpload('iban_blacklist_imports', { ...file, createdBy: actor.userId })
}

/** Lists every account of an uploaded file, or none while one row is wrong. Gives how many, and what they reached. */
export async function importEntries(
  importId: string,
  actor: Actor
): Promise<{ imported: number; report: string }> {
  const { ids, storageKey } = await inTransaction(async (trx) => {
    await lockList(trx)
    const upload = await findUpload('iban_blacklist_imports', { importId, userId: actor.userId }, trx)
    if (!upload) throw new DomainError('E_USED', 'Este fichero ya se ha importado.', { field: 'file' })
    const { rows: read, errors } = await readUpload(upload.fileId, trx)
    const [wrong] = errors
    if (wrong) throw new DomainError('E_ROWS', `Corrija el fichero. ${wrong.message}`, { field: 'file' })
    if (read.length === 0) throw new DomainError('E_EMPTY', 'El fichero no tiene filas.', { field: 'file' })
    const made: number[] = []
    for (const { iban, reason, comment } of read)
      made.push(
        await insertEntry(
          {
            patternType: 'iban',
            value: iban,
            severity: 'block',
            reason,
            comment,
            ownerName: null,
            expiresOn: null,
            isInvalid: false,
            evidence: null,
          },
          actor,
          trx,
          importId
        )
      )
    await execute(
      `update iban_blacklist_imports set status = 'imported', rows_imported = :count, file_id = null where id = :importId::uuid`,
      { importId, count: made.length },
      trx
    )
    await record('blacklist.imported', upload.fileName, made.length, actor, trx)
    return { ids: made, storageKey: await forgetFile(upload.fileId, trx) }
  })
  await deleteBytes(storageKey)
  return { imported: ids.length, report: await sweepEntries(ids, actor) }
}

/**
 * Takes an import back: only who made it, within a day and while nothing ran into it. For anything later each entry is
 * lifted by two people, as every other. Gives how many go.
 */
export async function undoEntries(importId: string, actor: Actor): Promise<number> {
  return inTransaction(async (trx) => {
    const found = await row<{ fileName: string; isOwn: boolean; isRecent: boolean; touched: number }>(
      `select m.file_name, m.created_by is not distinct from :userId::bigint as is_own, m.created_at > now() - interval '24 hours' as is_recent,
              (select count(*)::int from iban_blacklist b where b.import_id = m.id and (b.lock_version > 0 or b.status <> 'active'
                 or exists (select 1 from iban_blacklist_hits h where h.entry_id = b.id))) as touched
         from iban_blacklist_imports m where m.id = :importId::uuid and m.status = 'imported' for update`,
      { importId, userId: actor.userId },
      trx
    )
    const refusal = !found
      ? 'Esta importación ya se deshizo.'
      : !found.isOwn
        ? 'Solo puede deshacerla quien la hizo; para retirar un IBAN solicite su baja.'
        : !found.isRecent
          ? 'Han pasado más de 24 horas: solicite la baja de cada IBAN.'
          : found.touched > 0
            ? `No se puede deshacer: ${found.touched} de sus entradas ya han actuado o han cambiado.`
            : null
    if (refusal || !found) throw new DomainError('E_UNDO', refusal ?? '')
    const removed = await execute(
      `delete from iban_blacklist where import_id = :importId::uuid`,
      { importId },
      trx
    )
    await execute(
      `update iban_blacklist_imports set status = 'undone', undone_at = now(), undone_by = :userId where id = :importId::uuid`,
      { importId, userId: actor.userId },
      trx
    )
    await record('blacklist.import_undone', found.fileName, -removed, actor, trx)
    return removed
  })
}

function record(event: string, file: string, count: number, actor: Actor, trx: Transaction): Promise<void> {
  const diff: Record<string, [unknown, unknown]> = { file: [null, file], rows: [null, count] }
  return recordEvent({ actor, objectType: 'iban_blacklist_import', objectId: null, event, diff }, trx)
}
