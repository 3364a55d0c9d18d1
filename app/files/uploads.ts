import { deleteBytes, findFile, forgetFile, readFileBytes, storeFile } from '#app/files/store_file'
import type { Area } from '#app/kernel/area'
import { type Client, inTransaction, oneRow, row, rows } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

/**
 * Tables whose rows are imports: an upload to be looked at first, then what it brought and whether that was taken back. An
 * area adds its own by declaration merging, in its area.ts.
 */
// biome-ignore lint/suspicious/noEmptyInterface: areas fill it.
export interface ImportTables {}
type ImportTable = keyof ImportTables

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

/** Where files wait to be looked at: a table with `file_id` and `created_at`. */
export type WaitingUploads = {
  table: string
  /** SQL over a row `w`: whether it waits still, for nobody once a day has passed; always unless told. */
  waits?: string
}

declare module '#app/kernel/area' {
  interface Area {
    /** Its tables of uploads that are taken on later, or forgotten. */
    uploads?: readonly WaitingUploads[]
  }
}

const waiting: WaitingUploads[] = []

/** Lets the nightly sweep know where an area keeps uploads. */
export function bringUploads({ uploads = [] }: Pick<Area, 'uploads'>): void {
  waiting.push(...uploads)
}

/**
 * Takes away the files that were uploaded to be looked at and that nobody took on within a day: they hold salaries,
 * accounts and people of whom nothing was kept (data minimisation, art. 5.1.c and 5.1.e GDPR). Gives how many.
 */
export async function forgetUploads(): Promise<number> {
  let count = 0
  for (const uploads of waiting) count += await forgetWaiting(uploads)
  return count
}

async function forgetWaiting({ table, waits = 'true' }: WaitingUploads): Promise<number> {
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
