import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { extractArchive } from '#app/backup/restore/read_archive'
import { log } from '../environment.js'
import { findPlace, type Place, setSuperuserPassword } from '../postgres.js'
import { noteRestore, restoreMark } from '../running.js'
import { makeSecrets } from '../secrets.js'
import { RefusedRestore } from './refused_restore.js'

type Restore = { archive: string; dataDir: string; appKey: string | null }

/**
 * Writes a backup beside what is there, brings its database to a consistent state, and only then puts all of it in its place.
 * What was there is set aside, never deleted.
 */
export async function putInPlace({ archive, dataDir, appKey }: Restore): Promise<void> {
  mkdirSync(dataDir, { recursive: true })
  noteRestore()
  const place = findPlace(dataDir, log)
  if (existsSync(join(place.cluster, 'postmaster.pid')))
    throw new RefusedRestore(`Hay una base de datos en marcha en ${place.cluster}: deténgala antes.`)
  const staged = { database: `${place.cluster}.restoring`, files: join(dataDir, 'files.restoring') }
  const secrets = makeSecrets(appKey)
  clear(staged)
  try {
    await extractArchive(archive, { ...staged, owner: place.account })
    log('Llevando la base de datos al momento de la copia…')
    setSuperuserPassword(place, staged.database, secrets.superuserPassword)
  } catch (error) {
    clear(staged)
    throw error
  }
  exchange({ dataDir, place, staged, secrets: JSON.stringify(secrets, null, 2) })
}

type Staged = { database: string; files: string }

function clear({ database, files }: Staged): void {
  for (const path of [database, files]) rmSync(path, { recursive: true, force: true })
}

type Exchange = { dataDir: string; place: Place; staged: Staged; secrets: string }

/** A start that finds the mark of a restore that was cut off here refuses, until it is done again. */
function exchange({ dataDir, place, staged, secrets }: Exchange): void {
  const mark = restoreMark(dataDir)
  writeFileSync(mark, new Date().toISOString())
  const aside = `apartado-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
  const files = join(dataDir, 'files')
  const secretsFile = join(dataDir, 'secrets.json')
  for (const path of [files, secretsFile, place.cluster])
    if (existsSync(path)) renameSync(path, `${path}.${aside}`)
  renameSync(staged.files, files)
  writeFileSync(secretsFile, secrets, { mode: 0o600 })
  renameSync(staged.database, place.cluster)
  rmSync(mark)
}
