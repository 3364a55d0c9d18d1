import type { Environment } from './environment.js'
import { ace, runNode } from './processes.js'

/** Brings the database to this version and, in the demo, fills it once. */
export async function prepareData(environment: Environment): Promise<void> {
  await ace(['migration:run', '--connection=owner', '--force', '--no-schema-generate'], { env: environment.values, quiet: true })
  await runNode(['--import=@poppinss/ts-exec', 'bin/seed.ts'], { env: environment.values })
}
