import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { describeDatabase } from './database_doc.js'
import { prepareEnvironment } from './environment.js'
import { ace } from './processes.js'
import { readAreas } from './read_areas.js'

// Rewrites `database/schema.ts` and `docs/database.md` from the migrations, on a database that goes when this ends.
const folder = mkdtempSync(join(tmpdir(), 'caudal-schema-'))
chmodSync(folder, 0o755)
delete process.env.DATABASE_URL
const environment = await prepareEnvironment('development', folder)
try {
  await ace(['migration:run', '--connection=owner', '--force'], { env: environment.values })
  const client = new pg.Client({ connectionString: environment.values.DATABASE_URL })
  await client.connect()
  writeFileSync('docs/database.md', await describeDatabase(client, readAreas()))
  await client.end()
} finally {
  await environment.stop()
  rmSync(folder, { recursive: true, force: true })
}
