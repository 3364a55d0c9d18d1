import './env_file.js'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { DamagedArchive } from '#app/backup/archive/tar'
import { keyFingerprint } from '#app/backup/key_fingerprint'
import { verifyArchive } from '#app/backup/restore/read_archive'
import { log } from './environment.js'
import { checkRestored } from './restoring/check_restored.js'
import { putInPlace } from './restoring/put_in_place.js'
import { refuseUnfit } from './restoring/refuse_unfit.js'
import { RefusedRestore } from './restoring/refused_restore.js'

const USAGE = 'Uso: npm run restore -- FICHERO.tar.gz [--keys FICHERO] [--without-keys] [--replace]'

try {
  await restore()
} catch (error) {
  if (error instanceof DamagedArchive) log(`La copia no sirve: ${error.message}. No se ha cambiado nada.`)
  else if (error instanceof RefusedRestore) log(error.message)
  else throw error
  process.exitCode = 1
}

async function restore(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      keys: { type: 'string' },
      'without-keys': { type: 'boolean', default: false },
      replace: { type: 'boolean', default: false },
    },
  })
  const [file] = positionals
  if (!file || positionals.length > 1) throw new RefusedRestore(USAGE)
  const archive = given(file)
  if (!existsSync(archive)) throw new RefusedRestore(`No existe ${archive}.`)
  const dataDir = resolve(process.env.DATA_DIR ?? 'data')
  // Before anything is written the whole archive is read.
  log(`Comprobando ${archive}…`)
  const about = await verifyArchive(archive)
  refuseUnfit(about, { dataDir, isReplacing: values.replace })
  const appKey = values['without-keys'] ? null : keyFor(archive, about.keyFingerprint, values.keys)
  log(`Restaurando la copia del ${about.takenAt} en ${dataDir}…`)
  await putInPlace({ archive, dataDir, appKey })
  await checkRestored(about, { dataDir, isWithoutKeys: appKey === null })
}

function given(path: string): string {
  return resolve(process.env.INIT_CWD ?? '.', path)
}

/** The key of the installation that was backed up: given, of the environment, or beside the archive. */
function keyFor(archive: string, fingerprint: string, keysFile: string | undefined): string {
  const beside = `${archive}.keys`
  const path = keysFile ? given(keysFile) : !process.env.APP_KEY && existsSync(beside) ? beside : null
  const key = path ? keyIn(path) : process.env.APP_KEY
  if (key && keyFingerprint(key) === fingerprint) return key
  const what = key ? 'La clave que se ha dado no es la de esta copia' : 'Falta la clave de esta copia'
  throw new RefusedRestore(
    `${what}: indique con --keys el fichero .keys que se guardó con ella, o el secrets.json de la instalación copiada.\n` +
      'Si se ha perdido, --without-keys restaura sin ella: todos tendrán que activar de nuevo su segundo factor. No se ha cambiado nada.'
  )
}

function keyIn(path: string): string | undefined {
  if (!existsSync(path)) throw new RefusedRestore(`No existe ${path}.`)
  try {
    return (JSON.parse(readFileSync(path, 'utf8')) as { appKey?: string }).appKey
  } catch {
    throw new RefusedRestore(`${path} no es un fichero de claves.`)
  }
}
