import './env_file.js'
import { existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { embeddedSource } from '#app/backup/embedded_source'
import { keyFingerprint } from '#app/backup/key_fingerprint'
import { takeBackup } from '#app/backup/take_backup'
import { log, prepareEnvironment } from './environment.js'
import { isProductRunning, refuseSecondRun } from './running.js'

const MEGABYTE = 1024 * 1024

const [file] = process.argv.slice(2).filter((given) => !given.startsWith('--'))
if (!file) fail('Uso: npm run backup -- FICHERO.tar.gz')
if (process.env.DATABASE_URL)
  fail(
    'La base de datos se da con DATABASE_URL: su copia es tarea de quien la administra (pg_dump, pg_basebackup). Incluya DATA_DIR en ella.'
  )
const dataDir = resolve(process.env.DATA_DIR ?? 'data')
if (!existsSync(join(dataDir, 'secrets.json'))) fail(`No hay nada que copiar en ${dataDir}.`)
const target = resolve(process.env.INIT_CWD ?? '.', file)
const keysFile = `${target}.keys`
for (const path of [target, keysFile])
  if (existsSync(path)) fail(`${path} ya existe: elija otro nombre o bórrelo antes.`)

// Without the product this starts its database, and nobody else may meanwhile.
if (!isProductRunning()) refuseSecondRun()
const environment = await prepareEnvironment('production')
try {
  const { values } = environment
  const taken = await takeBackup(
    embeddedSource({
      ownerUrl: values.DATABASE_URL ?? '',
      dataDir,
      appKey: values.APP_KEY ?? '',
      disk: values.DRIVE_DISK ?? 'fs',
      isDemo: values.DEMO === 'true',
    }),
    target
  )
  writeFileSync(keysFile, `${JSON.stringify(keysOf(values.APP_KEY ?? ''), null, 2)}\n`, {
    mode: 0o600,
    flag: 'wx',
  })
  log(`Copia terminada: ${target}`)
  log(
    `  ${Math.ceil(taken.bytes / MEGABYTE)} MB: la base de datos (${Math.ceil(taken.databaseBytes / MEGABYTE)} MB) y ${taken.files} archivos, a las ${taken.about.takenAt}.`
  )
  if (taken.about.filesIn === 's3') log('  Los archivos están en S3 y no van en la copia: cópielos aparte.')
  if (taken.missing > 0)
    log(`  Atención: ${taken.missing} archivos constan en el registro y ya no estaban en el almacén.`)
  log(`La clave de esta instalación NO va en la copia: está en ${keysFile}.`)
  log('  Guárdela aparte y a salvo: sin ella no se leen los segundos factores.')
} catch (error) {
  log(`La copia ha fallado y no ha dejado nada: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
} finally {
  await environment.release()
}

function keysOf(appKey: string) {
  return { appKey, keyFingerprint: keyFingerprint(appKey) }
}

function fail(text: string): never {
  log(text)
  process.exit(1)
}
