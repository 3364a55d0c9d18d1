import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareEnvironment } from './environment.js'
import { ace } from './processes.js'

// Rewrites `database/schema.ts` from the migrations, on a database that goes when this ends.
const folder = mkdtempSync(join(tmpdir(), 'caudal-schema-'))
chmodSync(folder, 0o755)
delete process.env.DATABASE_URL
const environment = await prepareEnvironment('development', folder)
try {
  await ace(['migration:run', '--connection=owner', '--force'], { env: environment.values })
} finally {
  await environment.stop()
  rmSync(folder, { recursive: true, force: true })
}
