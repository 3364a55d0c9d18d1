import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Environment } from './environment.js'
import { prepareEnvironment } from './environment.js'
import { migrate } from './migrate.js'
import { runNode } from './processes.js'
import { loadSecrets } from './secrets.js'

/** A database of its own for one run, migrated and with base data, in a folder that goes when the run ends. */
export async function startTestDatabase(): Promise<Environment> {
  const folder = mkdtempSync(join(tmpdir(), 'caudal-test-'))
  chmodSync(folder, 0o755)
  const given = process.env.TEST_DATABASE_URL
  if (given) process.env.DATABASE_URL = given
  else delete process.env.DATABASE_URL
  const environment = await prepareEnvironment('test', folder)
  Object.assign(environment.values, {
    DEMO: 'false',
    SESSION_DRIVER: 'memory',
    LIMITER_STORE: 'memory',
    DATA_DIR: folder,
    ...(given ? {} : { TEST_SUPERUSER_URL: superuserUrl(environment.values.DATABASE_URL ?? '', folder) }),
  })
  const stop = async () => {
    await environment.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await migrate(environment)
    await runNode(['--import=@poppinss/ts-exec', 'bin/seed.ts'], { env: environment.values })
    if (environment.values.TEST_SUPERUSER_URL) await keepEmpty(environment.values.TEST_SUPERUSER_URL)
  } catch (error) {
    await stop()
    throw error
  }
  return { values: environment.values, stop, release: stop }
}

/** A copy of the database as it is now, while nobody is in it: `tests/fresh_database.ts` begins with it again. */
async function keepEmpty(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query('create database caudal_empty template caudal strategy file_copy')
  } finally {
    await client.end()
  }
}

/** Tests begin with a copy of the empty database, which only the superuser may make. */
function superuserUrl(ownerUrl: string, folder: string): string {
  const url = new URL(ownerUrl)
  url.username = 'postgres'
  url.password = loadSecrets(folder).superuserPassword
  url.pathname = '/postgres'
  return url.toString()
}
