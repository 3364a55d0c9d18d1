import { type Actor, recordEvent } from '#app/audit/record_event'
import type { DeclaredImport, Taken } from '#app/imports/define_import'
import { type ImportState, undoRefusal } from '#app/imports/undo_refusal'
import { execute, inTransaction, row, rows } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

type Request = { importId: string; scope: number[] | 'all'; role: string }

/**
 * Takes an import back as one act, or not at all. Throws E_UNDO with why when it cannot be taken back, and what its import
 * refuses. Gives how many rows it was.
 */
export function undoImport(
  declared: DeclaredImport,
  { importId, scope, role }: Request,
  actor: Actor
): Promise<number> {
  const { undo } = declared
  if ('whyNot' in undo) throw new DomainError('E_UNDO', undo.whyNot)
  return inTransaction(async (trx) => {
    const found = await row<ImportState & { fileName: string }>(
      `select file_name, status, rows_applied, applied_at, applied_by from imports
        where id = :importId::uuid and kind = :kind and status in ('applied', 'undone') and (:all or :ids::bigint[] @> site_ids) for update`,
      { importId, kind: declared.kind, all: scope === 'all', ids: scope === 'all' ? [] : scope },
      trx
    )
    if (!found)
      throw new DomainError('E_UNDO', 'No hay ninguna importación de sus empresas que deshacer aquí.')
    const refusal = undoRefusal(found, undo, { userId: actor.userId, role })
    if (refusal) throw new DomainError('E_UNDO', `Esta importación ya no se puede deshacer: ${refusal}.`)
    const taken = await rows<Taken>(
      `select row_no, created_type as type, created_id as id from import_rows where import_id = :importId::uuid and created_id is not null order by row_no`,
      { importId },
      trx
    )
    await execute(
      `update imports set status = 'undone', undone_at = now(), undone_by = :userId where id = :importId::uuid`,
      { importId, userId: actor.userId },
      trx
    )
    const { fileName, rowsApplied } = found
    const count = await undo.act({ id: importId, fileName, rowsApplied, taken }, actor, trx)
    await recordEvent(
      {
        actor,
        objectType: declared.audit.objectType,
        objectId: null,
        event: declared.audit.undone,
        diff: { file: [fileName, null], rows: [count, null] },
      },
      trx
    )
    return count
  })
}
