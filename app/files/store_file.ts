import { createHash, randomUUID } from 'node:crypto'
import drive from '@adonisjs/drive/services/main'
import { FileGone } from '#app/files/file_gone'
import { sniffFile, sniffTable } from '#app/files/sniff_file'
import { type Client, oneRow, row } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import env from '#start/env'

export type StoredFile = {
  id: number
  name: string
  mime: string
  sizeBytes: number
  sha256: string
  storageKey: string
}

/** `as: 'table'` also takes old Excel and pages with tables, which only the readers of tables open. */
type Input = { name: string; bytes: Uint8Array; createdBy: number | null; as?: 'table' }

export const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/**
 * Stores bytes under a key of our own (never the given name) and notes them in `files`; the kind is read from
 * the content. Throws E_FILE_KIND when it is none that the product takes. Rolled back, a few bytes stay behind.
 */
export async function storeFile({ name, bytes, createdBy, as }: Input, client?: Client): Promise<StoredFile> {
  const kind = sniffFile(bytes) ?? (as === 'table' ? sniffTable(bytes) : null)
  if (!kind) throw new DomainError('E_FILE_KIND', 'Formato no admitido.', { field: 'files' })
  const sha256 = sha256Of(bytes)
  const storageKey = `${sha256.slice(0, 2)}/${randomUUID()}.${kind.extension}`
  await drive.use().put(storageKey, bytes)
  return oneRow<StoredFile>(
    `insert into files (disk, storage_key, name, mime, size_bytes, sha256, created_by)
     values (:disk, :storageKey, :name, :mime, :size, :sha256, :createdBy)
     returning id, name, mime, size_bytes, sha256, storage_key`,
    {
      disk: env.get('DRIVE_DISK'),
      storageKey,
      name: safeName(name),
      mime: kind.mime,
      size: bytes.length,
      sha256,
      createdBy,
    },
    client
  )
}

/** The stored file, or null. */
export function findFile(id: number, client?: Client): Promise<StoredFile | null> {
  return row<StoredFile>(
    `select id, name, mime, size_bytes, sha256, storage_key from files where id = :id`,
    { id },
    client
  )
}

/** Whether the bytes of a file that is on record are in the store. */
export const isStored = ({ storageKey }: Pick<StoredFile, 'storageKey'>): Promise<boolean> =>
  drive.use().exists(storageKey)

/** The bytes of a stored file. Throws `FileGone` when they are not there. */
export async function readFileBytes(file: Pick<StoredFile, 'storageKey'>): Promise<Uint8Array> {
  try {
    return await drive.use().getBytes(file.storageKey)
  } catch (error) {
    if (await isStored(file)) throw error
    throw new FileGone({ cause: error })
  }
}

/** Forgets a stored file; gives its key, whose bytes `deleteBytes` takes away once this is committed. */
export async function forgetFile(id: number, client: Client): Promise<string> {
  const { storageKey } = await oneRow<{ storageKey: string }>(
    `delete from files where id = :id returning storage_key`,
    { id },
    client
  )
  return storageKey
}

/** Takes away the bytes of a file that was forgotten. */
export async function deleteBytes(storageKey: string): Promise<void> {
  await drive.use().delete(storageKey)
}

/** A file name without path, control characters or direction marks, at most 200 characters. */
export function safeName(name: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? ''
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
  const clean = base.replace(/[\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '').trim()
  return (clean || 'archivo').slice(-200)
}
