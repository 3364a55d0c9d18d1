import { createReadStream } from 'node:fs'
import { chown, mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createGunzip } from 'node:zlib'
import { type BackupAbout, readBackup } from '#app/backup/archive/backup_archive'
import { DamagedArchive, type TarMember } from '#app/backup/archive/tar'

/** Where the parts of a backup go. `owner` is the account that runs PostgreSQL, where it is not this process's own. */
type Places = { database: string; files: string; owner: { uid: number; gid: number } | null }

/** Reads a backup to its end without writing anything. Gives what it is. Throws `DamagedArchive`. */
export const verifyArchive = (path: string): Promise<BackupAbout> =>
  readBackup(unpacked(path), async () => {})

/** Writes what a backup holds to empty folders, to the disk. Throws `DamagedArchive`. */
export async function extractArchive(path: string, places: Places): Promise<void> {
  await makeFolder(places.database, places.owner)
  await mkdir(places.files, { recursive: true, mode: 0o700 })
  await readBackup(unpacked(path), (member) => writeMember(member, places))
}

async function* unpacked(path: string): AsyncGenerator<Buffer> {
  const packed = createReadStream(path)
  const gunzip = createGunzip()
  packed.once('error', (error) => gunzip.destroy(error))
  packed.pipe(gunzip)
  try {
    yield* gunzip as AsyncIterable<Buffer>
  } catch (error) {
    if (isOfZip(error)) throw new DamagedArchive('no es un archivo de copia o está incompleto')
    throw error
  } finally {
    packed.destroy()
    gunzip.destroy()
  }
}

const isOfZip = (error: unknown): boolean => {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? ''
  return code.startsWith('Z_') || code === 'ERR_TRAILING_JUNK_AFTER_STREAM_END'
}

async function writeMember(member: TarMember, { database, files, owner }: Places): Promise<void> {
  const [part, ...rest] = member.name.split('/')
  const isDatabase = part === 'database'
  const path = join(isDatabase ? database : files, ...rest)
  const account = isDatabase ? owner : null
  if (member.kind === 'folder') return makeFolder(path, account)
  if (!isDatabase) await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'wx', isDatabase ? member.mode : 0o600)
  try {
    for await (const part of member.content) await file.writeFile(part)
    await file.sync()
    if (account) await file.chown(account.uid, account.gid)
  } finally {
    await file.close()
  }
}

async function makeFolder(path: string, owner: Places['owner']): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  if (owner) await chown(path, owner.uid, owner.gid)
}
