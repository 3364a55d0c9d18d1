import { deleteBytes, findFile, forgetFile, readFileBytes, storeFile } from '#app/files/store_file'
import { type Client, inTransaction, oneRow, row, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

/** Tables whose rows are imports: an upload to be looked at first, then what it brought and whether that was taken back. */
type ImportTable = 'employee_imports' | 'provider_imports' | 'iban_blacklist_imports'

export type Upload = { id: string; fileId: number; fileName: string }

/** So many days may an import be taken back. */
export const UNDO_DAYS = 30

/** Keeps a file to be looked at before anything of it is taken on. Gives its key. */
export function keepUpload(
  table: ImportTable,
  { name, bytes, createdBy }: { name: string; bytes: Uint8Array; createdBy: number | null }
): Promise<string> {
  return inTransaction(async (trx) => {
    const file = await storeFile({ name, bytes, createdBy, as: 'table' }, trx)
    const { id } = await oneRow<{ id: string }>(
      `insert into ${table} (file_id, file_name, created_by) values (:fileId, :name, :createdBy) returning id`,
      { fileId: file.id, name: file.name, createdBy },
      trx
    )
    return id
  })
}

/** An upload that waits; null when it is somebody else's or was used already. With a transaction it is locked. */
export function findUpload(
  table: ImportTable,
  { importId, userId }: { importId: string; userId: number | null },
  client?: Client
): Promise<Upload | null> {
  return row<Upload>(
    `select id, file_id, file_name from ${table}
      where id = :importId::uuid and created_by = :userId and status = 'uploaded' and file_id is not null ${client ? 'for update' : ''}`,
    { importId, userId },
    client
  )
}

/** The bytes of an upload. Throws E_FILE at `file` when they are gone. */
export async function uploadBytes(fileId: number): Promise<Uint8Array> {
  const file = await findFile(fileId)
  if (!file) throw new DomainError('E_FILE', 'El fichero ya no está: súbalo otra vez.', { field: 'file' })
  return readFileBytes(file)
}

/** Columns that `pastImport` makes an item of, for a query that calls the import `m` and who made it `u`. */
export type PastImport = {
  id: string
  file: string
  imported: number
  who: string | null
  at: Date
  isUndone: boolean
  canUndo: boolean
}

/** An import as the list of past ones shows it. */
export const pastImport = ({ at, ...item }: PastImport) => ({ ...item, at: at.toISOString() })

/** So long does a file wait to be taken on. */
export const KEPT_HOURS = 24

/** Where files wait, and which of them wait for nobody once a day has passed. */
const WAITING: Record<string, string> = {
  employee_imports: `w.status = 'uploaded'`,
  provider_imports: `w.status = 'uploaded'`,
  iban_blacklist_imports: `w.status = 'uploaded'`,
  payment_uploads: `w.status in ('uploaded', 'validated', 'discarded')`,
  plan_uploads: 'true',
  legacy_payment_uploads: 'true',
  statement_uploads: `not exists (select 1 from bank_statements s where s.file_id = w.file_id)
    and not exists (select 1 from job_runs r where r.id = w.run_id and r.status in ('queued', 'running'))`,
}

/**
 * Takes away the files that were uploaded to be looked at and that nobody took on within a day: they hold salaries,
 * accounts and people of whom nothing was kept (data minimisation, art. 5.1.c and 5.1.e GDPR). Gives how many.
 */
export async function forgetUploads(): Promise<number> {
  let count = 0
  for (const [table, waits] of Object.entries(WAITING)) count += await forgetWaiting(table, waits)
  return count
}

/** Takes away what was uploaded for an account that goes; gives the keys whose bytes go once this is committed. */
export async function forgetUploadsOfAccount(bankAccountId: number, trx: Transaction): Promise<string[]> {
  const gone = await rows<{ fileId: number }>(
    `delete from statement_uploads where bank_account_id = :bankAccountId returning file_id`,
    { bankAccountId },
    trx
  )
  const keys: string[] = []
  for (const { fileId } of gone) keys.push(await forgetFile(fileId, trx))
  return keys
}

async function forgetWaiting(table: string, waits: string): Promise<number> {
  const keys = await inTransaction(async (trx) => {
    const old = await rows<{ fileId: number | null }>(
      `delete from ${table} w where w.created_at < now() - make_interval(hours => :hours) and ${waits} returning file_id`,
      { hours: KEPT_HOURS },
      trx
    )
    const found: string[] = []
    for (const { fileId } of old) if (fileId !== null) found.push(await forgetFile(fileId, trx))
    return found
  })
  for (const key of keys) await deleteBytes(key)
  return keys.length
}
