import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { createIgnitor } from '../bin/ignitor.js'
import { type Environment, prepareEnvironment } from '../bin/tasks/environment.js'
import { migrate } from '../bin/tasks/migrate.js'
import { runNode } from '../bin/tasks/processes.js'

/** A migrated database with base data and durability on, and the application booted in this process. */
export type Installation = {
  values: Record<string, string>
  /** Connects as the owner of the tables: what seeds and measures beside the product. */
  connectOwner: () => Promise<pg.Client>
  postgresVersion: string
  stop: () => Promise<void>
}

/**
 * `BENCH_DATA_DIR` names a folder that outlives the run; else it lives in a temporary one. Only one that is a demo
 * (without its data) lets connections lead to services that are played on this machine.
 */
export async function startInstallation(
  part: string,
  kind: 'plain' | 'demo' = 'plain'
): Promise<Installation> {
  const kept = process.env.BENCH_DATA_DIR
  const folder = kept ? resolve(kept, part) : mkdtempSync(join(tmpdir(), `caudal-bench-${part}-`))
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
  for (const name of ['DATABASE_URL', 'DATABASE_APP_URL', 'DATA_DIR']) delete process.env[name]
  const environment = await prepareEnvironment('production', folder)
  Object.assign(environment.values, {
    DEMO: String(kind === 'demo'),
    JOBS: 'off',
    LOG_LEVEL: 'silent',
    DATA_DIR: folder,
  })
  const removeFolder = () => (kept ? undefined : rmSync(folder, { recursive: true, force: true }))
  try {
    return await boot(environment, removeFolder)
  } catch (error) {
    await environment.stop()
    removeFolder()
    throw error
  }
}

async function boot({ values, stop }: Environment, removeFolder: () => void): Promise<Installation> {
  await migrate({ values })
  // Never the data of the demo: each part brings its own.
  await runNode(['--import=@poppinss/ts-exec', 'bin/seed.ts'], { env: { ...values, DEMO: 'false' } })
  Object.assign(process.env, values)
  const app = createIgnitor().createApp('console')
  await app.init()
  await app.boot()
  const connectOwner = async () => {
    const client = new pg.Client({ connectionString: values.DATABASE_URL })
    client.on('error', () => {})
    await client.connect()
    return client
  }
  const owner = await connectOwner()
  const { rows } = await owner.query<{ version: string }>(
    `select current_setting('server_version') as version`
  )
  await owner.end()
  return {
    values,
    connectOwner,
    postgresVersion: rows[0]?.version ?? 'unknown',
    stop: async () => {
      await app.terminate()
      await stop()
      removeFolder()
    },
  }
}
