import './env_file.js'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { deriveAppUrl, ensureDatabase } from './database.js'
import { freePort, startPostgres } from './postgres.js'
import { refuseHalfRestored } from './running.js'
import { loadSecrets } from './secrets.js'

/**
 * `stop` ends the embedded PostgreSQL for good; `release` ends it only when this process started it.
 */
export type Environment = {
  values: Record<string, string>
  stop: () => Promise<void>
  release: () => Promise<void>
}
type Kind = 'development' | 'production' | 'test'

export const log = (text: string) => process.stderr.write(`${text}\n`)

/**
 * The complete environment of the application: what `.env` and the machine say, and for the rest the
 * installation's own secrets and the embedded PostgreSQL.
 */
export async function prepareEnvironment(
  kind: Kind,
  dataFolder = process.env.DATA_DIR ?? 'data'
): Promise<Environment> {
  if (kind !== 'test') refuseDemoOutside()
  const dataDir = resolve(dataFolder)
  refuseHalfRestored(dataDir)
  const secrets = loadSecrets(dataDir)
  const database = await prepareDatabase(kind, dataDir, secrets)
  const host = process.env.HOST ?? '127.0.0.1'
  const wanted = Number(process.env.PORT ?? 3333)
  const port = await freePort(kind === 'test' ? 0 : wanted, host)
  const values: Record<string, string> = {
    NODE_ENV: kind,
    HOST: host,
    PORT: String(port),
    APP_NAME: 'Caudal',
    APP_KEY: secrets.appKey,
    APP_URL: process.env.APP_URL ?? `http://${host === '0.0.0.0' ? 'localhost' : host}:${port}`,
    LOG_LEVEL: kind === 'test' ? 'silent' : 'info',
    DATA_DIR: dataDir,
    DEMO: String(process.env.DATABASE_URL === undefined),
    JOBS: kind === 'test' ? 'off' : 'inline',
    SESSION_DRIVER: 'database',
    LIMITER_STORE: 'database',
    DRIVE_DISK: process.env.S3_BUCKET ? 's3' : 'fs',
    DATABASE_URL: database.ownerUrl,
    DATABASE_APP_URL: database.appUrl,
    DATABASE_EMBEDDED: String(process.env.DATABASE_URL === undefined),
    TZ: 'UTC',
  }
  for (const name of Object.keys(values)) {
    const given = process.env[name]
    if (
      given !== undefined &&
      !['NODE_ENV', 'PORT', 'DATABASE_APP_URL', 'DATABASE_EMBEDDED', 'TZ'].includes(name)
    )
      values[name] = given
  }
  values.DEMO = String(isYes(values.DEMO))
  return { values, stop: database.stop, release: database.release }
}

const isYes = (given: string | undefined) => given === 'true' || given === '1'

/** The demo shows the codes of second factors: it lives in the database of its own installation and in no other. */
function refuseDemoOutside(): void {
  if (!process.env.DATABASE_URL || !isYes(process.env.DEMO)) return
  log('DEMO=true solo vale con la base de datos embebida: quite DEMO o DATABASE_URL.')
  process.exit(1)
}

async function prepareDatabase(kind: Kind, dataDir: string, secrets: ReturnType<typeof loadSecrets>) {
  const ownerUrl = process.env.DATABASE_URL
  if (ownerUrl) {
    const appUrl = process.env.DATABASE_APP_URL ?? (await deriveAppUrl(ownerUrl, secrets))
    const nothing = async () => {}
    return { ownerUrl, appUrl, stop: nothing, release: nothing }
  }
  const server = await startPostgres({
    dataDir,
    superuserPassword: secrets.superuserPassword,
    durable: kind !== 'test',
    log,
  })
  const urls = await ensureDatabase(server.superuserUrl, 'caudal', secrets)
  return { ...urls, stop: server.stop, release: async () => (server.wasRunning ? undefined : server.stop()) }
}

/** Takes the port at the last moment, after the build and the data: the wanted one, or the next that is free. */
export async function claimPort({ values }: Environment): Promise<void> {
  const wanted = Number(process.env.PORT ?? 3333)
  const port = await freePort(wanted, values.HOST)
  if (port !== wanted) log(`El puerto ${wanted} está ocupado: se usa el ${port}.`)
  if (!process.env.APP_URL) values.APP_URL = (values.APP_URL ?? '').replace(/:\d+$/, `:${port}`)
  values.PORT = String(port)
}

/** Says where it is and who may come in, as soon as it answers. */
export async function announceWhenReady({ values }: Environment): Promise<void> {
  const health = `http://${values.HOST === '0.0.0.0' ? '127.0.0.1' : values.HOST}:${values.PORT}/health`
  while (
    !(await fetch(health).then(
      (answer) => answer.ok,
      () => false
    ))
  )
    await sleep(150)
  log(`\nCaudal está en marcha: ${values.APP_URL}`)
  if (values.DEMO !== 'true') return
  log('Usuarios de demostración (contraseña: caudal-demo-2026; el código aparece en pantalla):')
  for (const [email, role] of DEMO_LOGINS) log(`  ${`${email}@demo.caudal.test`.padEnd(26)} ${role}`)
}

const DEMO_LOGINS = [
  ['sonia', 'Sistema'],
  ['alvaro', 'Aprobador'],
  ['aurora', 'Aprobadora'],
  ['sara', 'Contabilidad sénior'],
  ['carlos', 'Contabilidad'],
  ['ana', 'Administración de usuarios'],
  ['samuel', 'Sistema'],
] as const
