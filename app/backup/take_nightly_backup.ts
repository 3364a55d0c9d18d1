import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DateTime } from 'luxon'
import { embeddedSource } from '#app/backup/embedded_source'
import { nightlyName, outlived } from '#app/backup/retention'
import { takeBackup } from '#app/backup/take_backup'
import type { JobOutcome } from '#app/jobs/job'
import { counted } from '#app/kernel/text/counted'
import env from '#start/env'

const MODE = 0o700
const UNFINISHED_HOURS = 24
const MEGABYTE = 1024 * 1024

/** Where nightly backups lie; a folder of another disk or machine outlives this one. */
export const backupFolder = (): string => env.get('BACKUP_DIR') ?? join(env.get('DATA_DIR'), 'backups')

/** Backs up an installation with the database that it brings, and removes the backups whose time is over. */
export async function takeNightlyBackup(): Promise<JobOutcome> {
  const ownerUrl = env.get('DATABASE_URL')
  if (!env.get('DATABASE_EMBEDDED') || !ownerUrl)
    return { message: 'La copia de una base de datos propia es tarea de quien la administra.', counters: {} }
  const folder = backupFolder()
  await mkdir(folder, { recursive: true, mode: MODE })
  await removeUnfinished(folder)
  const source = embeddedSource({
    ownerUrl,
    dataDir: env.get('DATA_DIR'),
    appKey: env.get('APP_KEY').release(),
    disk: env.get('DRIVE_DISK'),
    isDemo: env.get('DEMO'),
  })
  const name = nightlyName(DateTime.now().setZone('Europe/Madrid').toISO() ?? '')
  const { bytes, files, missing } = await takeBackup(source, join(folder, name))
  const gone = outlived(await readdir(folder))
  for (const old of gone) await rm(join(folder, old))
  const lost =
    missing > 0
      ? `, ${counted(missing, 'archivo consta en el registro y no está', 'archivos constan en el registro y no están')} en el almacén`
      : ''
  return {
    message: `${name}: ${Math.ceil(bytes / MEGABYTE)} MB, ${counted(files, 'archivo', 'archivos')}${lost}`,
    counters: { created: 1, read: files, errors: missing },
  }
}

/** What a backup left that was cut off with its process. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.partial')) continue
    const path = join(folder, name)
    if (Date.now() - (await stat(path)).mtimeMs > UNFINISHED_HOURS * 3_600_000)
      await rm(path, { force: true })
  }
}
