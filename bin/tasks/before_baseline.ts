import { readdirSync, readFileSync } from 'node:fs'

/**
 * What was before the baseline (docs/decisions/0071): the last version that had the former migrations, their names, the functions of theirs that the
 * baseline leaves out, and the names of the baseline.
 */
type BeforeBaseline = {
  lastVersion: string
  migrations: readonly string[]
  unusedFunctions: readonly string[]
  baseline: readonly string[]
}

const database = new URL('../../database/', import.meta.url)

export const BEFORE: BeforeBaseline = JSON.parse(
  readFileSync(new URL('before_baseline.json', database), 'utf8')
)

/** What a database whose last migration has this name is for this version. */
export function ageOf(lastMigration: string): 'known' | 'just before the baseline' | 'older' | 'newer' {
  if (readdirSync(new URL('migrations', database)).some((file) => file.startsWith(`${lastMigration}.`)))
    return 'known'
  if (lastMigration === BEFORE.migrations.at(-1)) return 'just before the baseline'
  return BEFORE.migrations.includes(lastMigration) ? 'older' : 'newer'
}
