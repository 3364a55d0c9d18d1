import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import drive from '@adonisjs/drive/services/main'
import { safeName } from '#app/files/store_file'
import { type Client, execute, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import env from '#start/env'

/** Bytes that lie in the store and that no row knows yet. */
export type Kept = { storageKey: string; sizeBytes: number; sha256: string }

/** Brings bytes of our own making into the store as they come, over a temporary file. On failure nothing stays. */
export async function keepStream(bytes: AsyncIterable<Buffer>, extension: string): Promise<Kept> {
  const folder = await mkdtemp(join(tmpdir(), 'caudal-'))
  const path = join(folder, 'file')
  const hash = createHash('sha256')
  let sizeBytes = 0
  const measure = new Transform({
    transform(part: Buffer, _encoding, done) {
      hash.update(part)
      sizeBytes += part.length
      done(null, part)
    },
  })
  try {
    await pipeline(Readable.from(bytes), measure, createWriteStream(path))
    const sha256 = hash.digest('hex')
    const storageKey = `${sha256.slice(0, 2)}/${randomUUID()}.${extension}`
    await drive.use().putStream(storageKey, createReadStream(path), { contentLength: sizeBytes })
    return { storageKey, sizeBytes, sha256 }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Notes kept bytes in `files`; gives the key of the file. */
export async function noteKept(
  kept: Kept,
  { name, mime, createdBy }: { name: string; mime: string; createdBy: number | null },
  client: Client
): Promise<number> {
  const { id } = await oneRow<{ id: number }>(
    `insert into files (disk, storage_key, name, mime, size_bytes, sha256, created_by)
     values (:disk, :storageKey, :name, :mime, :sizeBytes, :sha256, :createdBy) returning id`,
    { ...kept, disk: env.get('DRIVE_DISK'), name: safeName(name), mime, createdBy },
    client
  )
  return id
}

/** Removes bytes that no row knows. */
export const dropKept = ({ storageKey }: Pick<Kept, 'storageKey'>): Promise<void> =>
  drive.use().delete(storageKey)

/** Removes the row of a file and gives where its bytes lie: they are dropped once the transaction has ended well. */
export async function forgetFile(fileId: number, trx: Transaction): Promise<Pick<Kept, 'storageKey'> | null> {
  const found = await row<Pick<Kept, 'storageKey'>>(
    `select storage_key from files where id = :fileId`,
    { fileId },
    trx
  )
  await execute(`delete from files where id = :fileId`, { fileId }, trx)
  return found
}
