import { type Actor, recordEvent } from '#app/audit/record_event'
import { sha256Of, storeFile } from '#app/files/store_file'
import { UNDO_DAYS, uploadBytes } from '#app/files/uploads'
import { execute, inTransaction, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatInstant } from '#app/kernel/time/calendar_date'
import { findUpload } from '#app/payments/uploads/find_uploads'
import {
  UPLOAD_BYTES_MAX,
  type UploadAsked,
  type UploadMapping,
  type UploadRow,
} from '#app/payments/uploads/upload_columns'

export type UploadKind = 'payroll' | 'supplier'
type Scope = number[] | 'all'

/**
 * Keeps a file of payments to be looked at; nothing of it is taken on. Throws E_SIZE, and E_USED for the bytes of a file
 * that was processed before. Gives its key.
 */
export function keepUpload(
  { kind, name, bytes }: { kind: UploadKind; name: string; bytes: Uint8Array },
  actor: Actor
): Promise<string> {
  if (bytes.byteLength > UPLOAD_BYTES_MAX)
    throw new DomainError('E_SIZE', 'El fichero supera los 5 MB.', { field: 'file' })
  return inTransaction(async (trx) => {
    await refuseUsed(kind, sha256Of(bytes), trx)
    const file = await storeFile({ name, bytes, createdBy: actor.userId, as: 'table' }, trx)
    const { id } = await oneRow<{ id: string }>(
      `insert into payment_uploads (kind, file_id, file_name, sha256, created_by) values (:kind, :fileId, :name, :sha256, :userId) returning id`,
      { kind, fileId: file.id, name: file.name, sha256: file.sha256, userId: actor.userId },
      trx
    )
    return id
  })
}

async function refuseUsed(kind: UploadKind, sha256: string, trx: Transaction): Promise<void> {
  const used = await row<{ processedAt: Date }>(
    `select processed_at from payment_uploads where kind = :kind and sha256 = :sha256 and status = 'processed'`,
    { kind, sha256 },
    trx
  )
  if (used)
    throw new DomainError('E_USED', `El fichero ya se procesó el ${formatInstant(used.processedAt)}.`, {
      field: 'file',
    })
}

/** Which heading stands for which column of a file, as its owner says it. */
export async function mapUpload(
  { uploadId, userId }: { uploadId: string; userId: number },
  mapping: UploadMapping
): Promise<void> {
  const mapped = await execute(
    `update payment_uploads set mapping = :mapping::jsonb where id = :uploadId::uuid and created_by = :userId and status in ('uploaded', 'validated')`,
    { uploadId, userId, mapping: JSON.stringify(mapping) }
  )
  if (mapped === 0) throw new DomainError('E_USED', 'Este fichero ya se ha procesado.')
}

type Reader<Parsed> = (
  bytes: Uint8Array,
  asked: UploadAsked,
  trx: Transaction
) => Promise<{ rows: UploadRow<Parsed>[] }>

/** What a processed row became. */
export type Taken = { type: string; id: number }

type Processing<Parsed> = {
  uploadId: string
  kind: UploadKind
  userId: number
  scope: Scope
  read: Reader<Parsed>
  /** Makes what the valid rows say, in their order. */
  take: (parsed: Parsed[], uploadId: string, trx: Transaction) => Promise<Taken[]>
  /** The companies of what was read: of them alone is it undone. */
  siteOf: (parsed: Parsed) => number
}

/**
 * Takes on the valid rows of an upload in one transaction; the others stay out with their errors on record. The file is
 * read again here. Throws E_USED when it was processed already, E_EMPTY when no row is valid. Gives how many were taken.
 */
export function processUpload<Parsed>(
  { uploadId, kind, userId, scope, read, take, siteOf }: Processing<Parsed>,
  actor: Actor
): Promise<number> {
  return inTransaction(async (trx) => {
    const upload = await findUpload({ uploadId, kind, userId }, trx)
    if (!upload) throw new DomainError('E_USED', 'Este fichero ya se ha procesado.', { field: 'file' })
    // One file of a kind at a time: two copies of it must not both pass the check.
    await execute(`select pg_advisory_xact_lock(hashtext('payment_upload:' || :kind))`, { kind }, trx)
    await refuseUsed(kind, upload.sha256, trx)
    const bytes = await uploadBytes(upload.fileId)
    const { rows: all } = await read(
      bytes,
      { mapping: upload.mapping, scope, triedBy: userId, isAgain: true },
      trx
    )
    const valid = all.flatMap((found) => (found.parsed === null ? [] : [{ ...found, parsed: found.parsed }]))
    if (valid.length === 0)
      throw new DomainError('E_EMPTY', 'Ninguna fila del fichero se puede procesar.', { field: 'file' })
    const taken = await take(
      valid.map(({ parsed }) => parsed),
      uploadId,
      trx
    )
    await keepRows(uploadId, all, new Map(valid.map(({ rowNo }, index) => [rowNo, taken[index]])), trx)
    const siteIds = [...new Set(valid.map(({ parsed }) => siteOf(parsed)))]
    await execute(
      `update payment_uploads set status = 'processed', processed_at = now(), processed_by = :userId, site_ids = :siteIds,
          rows_total = :total, rows_ok = :ok, rows_failed = :failed, rows_processed = :ok where id = :uploadId::uuid`,
      { uploadId, userId, siteIds, total: all.length, ok: valid.length, failed: all.length - valid.length },
      trx
    )
    await recordUpload('payment_upload.processed', upload.fileName, valid.length, actor, trx)
    return valid.length
  })
}

async function keepRows<Parsed>(
  uploadId: string,
  all: readonly UploadRow<Parsed>[],
  taken: ReadonlyMap<number, Taken | undefined>,
  trx: Transaction
): Promise<void> {
  const kept = all.map(({ rowNo, raw, hash, parsed, errors }) => ({
    row_no: rowNo,
    raw,
    row_hash: hash,
    parsed,
    errors,
    created_type: taken.get(rowNo)?.type ?? null,
    created_id: taken.get(rowNo)?.id ?? null,
  }))
  await execute(
    `insert into payment_upload_rows (upload_id, row_no, raw, row_hash, parsed, errors, created_type, created_id)
     select :uploadId::uuid, row_no, raw, row_hash, parsed, errors, created_type, created_id
       from jsonb_to_recordset(:kept::jsonb) as k(row_no int, raw jsonb, row_hash text, parsed jsonb, errors jsonb, created_type text, created_id bigint)`,
    { uploadId, kept: JSON.stringify(kept) },
    trx
  )
}

type Undoing = {
  uploadId: string
  kind: UploadKind
  scope: Scope
  /** Takes back what the rows became; throws what keeps it. */
  undo: (taken: Taken[], reason: string, trx: Transaction) => Promise<void>
}

/** Takes an upload back as a whole, or not at all. Throws E_UNDO, and what `undo` refuses. Gives how many rows it was. */
export function undoUpload({ uploadId, kind, scope, undo }: Undoing, actor: Actor): Promise<number> {
  return inTransaction(async (trx) => {
    const upload = await row<{ fileName: string; rowsProcessed: number }>(
      `update payment_uploads set status = 'undone', undone_at = now(), undone_by = :userId
        where id = :uploadId::uuid and kind = :kind and status = 'processed' and processed_at > now() - make_interval(days => :days)
          and (:all or :ids::bigint[] @> site_ids) returning file_name, rows_processed`,
      {
        uploadId,
        kind,
        userId: actor.userId,
        days: UNDO_DAYS,
        all: scope === 'all',
        ids: scope === 'all' ? [] : scope,
      },
      trx
    )
    if (!upload)
      throw new DomainError(
        'E_UNDO',
        'Este fichero ya no se puede deshacer: han pasado más de 30 días o ya se deshizo.'
      )
    const { taken } = await oneRow<{ taken: Taken[] }>(
      `select coalesce(jsonb_agg(jsonb_build_object('type', created_type, 'id', created_id) order by row_no), '[]') as taken
         from payment_upload_rows where upload_id = :uploadId::uuid and created_id is not null`,
      { uploadId },
      trx
    )
    await undo(taken, `Se deshizo el fichero «${upload.fileName}».`, trx)
    await recordUpload('payment_upload.undone', upload.fileName, upload.rowsProcessed, actor, trx)
    return upload.rowsProcessed
  })
}

function recordUpload(
  event: string,
  fileName: string,
  count: number,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  return recordEvent(
    {
      actor,
      objectType: 'payment_upload',
      objectId: null,
      event,
      diff: { file: [null, fileName], rows: [null, count] },
    },
    trx
  )
}
