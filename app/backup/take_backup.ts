import { createWriteStream, existsSync } from 'node:fs'
import { link, open, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { type BackupAbout, writeBackup } from '#app/backup/archive/backup_archive'
import { type Backed, backupMembers } from '#app/backup/backup_members'
import { keyFingerprint } from '#app/backup/key_fingerprint'
import { DomainError } from '#app/kernel/domain_error'

export type BackupSource = {
  /** Where stored files lie; null when they are kept in a bucket. */
  filesDir: string | null
  /** The superuser of the database to be copied. */
  superuserUrl: string
  appKey: string
  isDemo: boolean
}

export type TakenBackup = Backed & { bytes: number; about: BackupAbout; missing: number }

/** Quick, and half the size all the same. */
const GZIP_LEVEL = 1
const MODE = 0o600

/**
 * Writes the database and the stored files as one archive (tar.gz) to `target`, while the product runs. It bears its name only
 * once it is whole and on the disk. Throws E_BACKUP_EXISTS when there is a file already.
 */
export async function takeBackup(source: BackupSource, target: string): Promise<TakenBackup> {
  refuseExisting(target)
  const began = new Date()
  const about = await aboutOf(source, began)
  const backed: Backed = { files: 0, databaseBytes: 0 }
  const unfinished = `${target}.${process.pid}.partial`
  const kept = new Set<string>()
  try {
    const members = noting(backupMembers(source, backed), kept)
    await pipeline(
      Readable.from(writeBackup(about, members), { objectMode: false }),
      createGzip({ level: GZIP_LEVEL }),
      createWriteStream(unfinished, { mode: MODE, flags: 'wx' })
    )
    await reachDisk(unfinished)
    const { size } = await stat(unfinished)
    // Unlike a renaming it never replaces what somebody else has put there meanwhile.
    await link(unfinished, target)
    await reachDisk(dirname(target))
    return { ...backed, about, bytes: size, missing: await countMissing(source, kept, began) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') refuseExisting(target)
    throw error
  } finally {
    await rm(unfinished, { force: true })
  }
}

function refuseExisting(target: string): void {
  if (existsSync(target))
    throw new DomainError('E_BACKUP_EXISTS', `${target} ya existe: elija otro nombre o bórrelo antes.`)
}

async function* noting<M extends { name: string }>(
  members: AsyncIterable<M>,
  kept: Set<string>
): AsyncGenerator<M> {
  for await (const member of members) {
    if (member.name.startsWith('files/')) kept.add(member.name.slice('files/'.length))
    yield member
  }
}

async function reachDisk(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

async function aboutOf(
  { superuserUrl, appKey, isDemo, filesDir }: BackupSource,
  began: Date
): Promise<BackupAbout> {
  return withClient(superuserUrl, async (client) => {
    const found = await client.query<{ version: number; migration: string }>(
      `select current_setting('server_version_num')::int as version, (select max(name) from adonis_schema) as migration`
    )
    const [{ version, migration } = { version: 0, migration: '' }] = found.rows
    return {
      format: 'caudal-backup',
      version: 1,
      takenAt: began.toISOString(),
      postgresMajor: Math.floor(version / 10_000),
      platform: process.platform,
      arch: process.arch,
      lastMigration: migration.slice(migration.lastIndexOf('/') + 1),
      keyFingerprint: keyFingerprint(appKey),
      isDemo,
      filesIn: filesDir === null ? 's3' : 'archive',
    }
  })
}

/** Files on record before the backup began whose bytes were not in the store: lost before, and lost in it. */
function countMissing(
  { superuserUrl, filesDir }: BackupSource,
  kept: Set<string>,
  began: Date
): Promise<number> {
  if (filesDir === null) return Promise.resolve(0)
  return withClient(superuserUrl, async (client) => {
    const found = await client.query<{ key: string }>(
      `select storage_key as key from files where disk = 'fs' and created_at < $1`,
      [began]
    )
    return found.rows.filter(({ key }) => !kept.has(key)).length
  })
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
