import { adoptBaseline } from './adopt_baseline.js'
import { asOwner } from './as_owner.js'
import type { Environment } from './environment.js'
import { ace } from './processes.js'

/** Brings the schema of a database to this version. Throws RefusedData where an older version has to do a part of it first. */
export async function migrate(environment: Pick<Environment, 'values'>): Promise<void> {
  const { values } = environment
  const where = values.DATABASE_EMBEDDED === 'true' ? (values.DATA_DIR ?? 'data') : 'DATABASE_URL'
  await asOwner(environment, (owner) => adoptBaseline(owner, where))
  await ace(['migration:run', '--connection=owner', '--force', '--no-schema-generate'], {
    env: values,
    quiet: true,
  })
}
