import type { Actor } from '#app/audit/record_event'
import { refuseInfected } from '#app/files/antivirus'
import { sniffFile } from '#app/files/sniff_file'
import { deleteBytes, forgetFile, sha256Of, storeFile } from '#app/files/store_file'
import { isForeignKeyViolation } from '#app/kernel/database/database_error'
import { execute, inTransaction, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { type LockedProcedure, lockProcedure, record, refuseEnded } from '#app/legal/actions/lock_procedure'
import { FILE_KINDS, type LegalFileKind } from '#app/legal/legal_labels'

/** The largest file of a procedure that is kept. */
const FILE_BYTES_MAX = 25 * 1024 * 1024
/** Who put a file there takes it away again within a day. */
const OWN_HOURS = 24

export type LegalUpload = {
  kind: LegalFileKind
  name: string
  bytes: Uint8Array
  phaseId: number | null
  confidential: boolean
  /** The file whose next version it is. */
  replacesId: number | null
}

/** Keeps files of a procedure, all or none. Throws at `files` with the name of the file that is wrong. */
export async function addFiles(
  procedureId: number,
  uploads: readonly LegalUpload[],
  actor: Actor
): Promise<void> {
  for (const { name, bytes } of uploads) await refuseBadFile(name, bytes)
  await inTransaction(async (trx) => {
    const procedure = await lockProcedure(procedureId, trx)
    refuseEnded(procedure)
    for (const upload of uploads) await keep(procedure, upload, actor, trx)
  })
}

/** The same for one file, checked here, of a procedure under its lock. Gives the key of the file in the procedure. */
export async function addLocked(
  procedure: LockedProcedure,
  upload: LegalUpload,
  actor: Actor,
  trx: Transaction
): Promise<number> {
  await refuseBadFile(upload.name, upload.bytes)
  return keep(procedure, upload, actor, trx)
}

async function refuseBadFile(name: string, bytes: Uint8Array): Promise<void> {
  if (bytes.length > FILE_BYTES_MAX)
    throw new DomainError('E_FILE_SIZE', `${name}: el archivo supera el máximo (25 MB).`, { field: 'files' })
  if (!sniffFile(bytes))
    throw new DomainError('E_FILE_KIND', `${name}: formato no admitido.`, { field: 'files' })
  await refuseInfected(name, bytes)
}

async function keep(
  procedure: LockedProcedure,
  { kind, name, bytes, phaseId, confidential, replacesId }: LegalUpload,
  actor: Actor,
  trx: Transaction
): Promise<number> {
  const sha256 = sha256Of(bytes)
  await refuseTwice(procedure.id, sha256, trx)
  const replaced = replacesId === null ? null : await replacedFile(procedure.id, replacesId, trx)
  await refuseForeignPhase(procedure.id, phaseId, trx)
  const file = await storeFile({ name, bytes, createdBy: actor.userId }, trx)
  const { id } = await oneRow<{ id: number }>(
    `insert into legal_procedure_files (procedure_id, procedure_phase_id, kind, file_id, sha256, version, replaces_id, confidential, created_by)
     values (:procedureId, :phaseId, :kind, :fileId, :sha256, :version, :replacesId, :confidential, :userId) returning id`,
    {
      procedureId: procedure.id,
      phaseId: replaced?.phaseId ?? phaseId,
      kind: replaced?.kind ?? kind,
      fileId: file.id,
      sha256,
      version: (replaced?.version ?? 0) + 1,
      replacesId,
      confidential: replaced?.confidential ?? confidential,
      userId: actor.userId,
    },
    trx
  )
  await record(procedure, 'legal_file.added', actor, trx, {
    reason:
      confidential || replaced?.confidential ? 'Documento reservado' : `${FILE_KINDS[kind]}: ${file.name}`,
  })
  return id
}

async function refuseTwice(procedureId: number, sha256: string, trx: Transaction): Promise<void> {
  const same = await row(
    `select 1 as found from legal_procedure_files where procedure_id = :procedureId and sha256 = :sha256`,
    { procedureId, sha256 },
    trx
  )
  if (same) throw new DomainError('E_FILE_TWICE', 'Este documento ya está adjunto.', { field: 'files' })
}

async function refuseForeignPhase(
  procedureId: number,
  phaseId: number | null,
  trx: Transaction
): Promise<void> {
  if (phaseId === null) return
  const found = await row(
    `select 1 as found from legal_procedure_phases where id = :phaseId and procedure_id = :procedureId`,
    { phaseId, procedureId },
    trx
  )
  if (!found) throw new DomainError('E_PHASE', 'Elija una fase del procedimiento.', { field: 'phase_id' })
}

type Replaced = { kind: LegalFileKind; version: number; phaseId: number | null; confidential: boolean }

async function replacedFile(procedureId: number, fileId: number, trx: Transaction): Promise<Replaced> {
  const found = await row<Replaced & { isReplaced: boolean }>(
    `select f.kind, f.version, f.procedure_phase_id as phase_id, f.confidential, exists (select 1 from legal_procedure_files n where n.replaces_id = f.id) as is_replaced
       from legal_procedure_files f where f.id = :fileId and f.procedure_id = :procedureId for update of f`,
    { fileId, procedureId },
    trx
  )
  if (!found)
    throw new DomainError('E_FILE', 'El archivo ya no está: recargue la página.', { field: 'files' })
  if (found.isReplaced)
    throw new DomainError('E_FILE', 'El archivo ya tiene una versión nueva: recargue la página.', {
      field: 'files',
    })
  return found
}

/** Takes away a file that the same person put there within a day and that nothing rests on. */
export async function removeFile(
  { procedureId, fileId }: { procedureId: number; fileId: number },
  actor: Actor
): Promise<void> {
  const storageKey = await inTransaction(async (trx) => {
    const procedure = await lockProcedure(procedureId, trx)
    refuseEnded(procedure)
    const found = await row<{ storedId: number; name: string; createdBy: number | null; isFresh: boolean }>(
      `select l.file_id as stored_id, f.name, l.created_by, l.created_at > now() - interval '${OWN_HOURS} hours' as is_fresh
         from legal_procedure_files l join files f on f.id = l.file_id where l.id = :fileId and l.procedure_id = :procedureId for update of l`,
      { fileId, procedureId },
      trx
    )
    if (!found) throw new DomainError('E_FILE', 'El archivo ya no está: recargue la página.')
    if (found.createdBy !== actor.userId || !found.isFresh)
      throw new DomainError(
        'E_FILE_KEPT',
        'Solo elimina un archivo quien lo adjuntó, en las 24 horas siguientes.'
      )
    await takeAway(fileId, trx)
    await record(procedure, 'legal_file.removed', actor, trx, { reason: found.name })
    return forgetFile(found.storedId, trx)
  })
  await deleteBytes(storageKey)
}

async function takeAway(fileId: number, trx: Transaction): Promise<void> {
  try {
    await execute(`delete from legal_procedure_files where id = :fileId`, { fileId }, trx)
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error
    throw new DomainError(
      'E_FILE_USED',
      'El archivo es el documento de un coste o tiene otra versión: no se elimina.',
      {
        cause: error,
      }
    )
  }
}
