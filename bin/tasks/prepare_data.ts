import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { asOwner } from './as_owner.js'
import { type Environment, log } from './environment.js'
import { migrate } from './migrate.js'
import { refuseMixedData } from './mixed_data.js'
import { oneAtATime } from './one_at_a_time.js'
import { runNode } from './processes.js'
import { RefusedData } from './refused_data.js'

/**
 * Brings the database to this version and, in the demo, fills it once; of several processes one does it. Data that this version does
 * not open end the process: it says what to do.
 */
export async function prepareData(environment: Environment): Promise<void> {
  try {
    await oneAtATime(environment.values.DATABASE_URL ?? '', () => migrateAndFill(environment))
  } catch (error) {
    if (!(error instanceof RefusedData)) throw error
    log(error.message)
    await environment.stop()
    process.exit(1)
  }
}

async function migrateAndFill(environment: Environment): Promise<void> {
  await migrate(environment)
  await asOwner(environment, (owner) => refuseMixedData(owner, environment.values.DEMO === 'true'))
  if (await isDemoHalfMade(environment)) {
    log('La demostración quedó a medias: se rehace.')
    await wipe(environment)
    await migrate(environment)
  }
  await runNode(['--import=@poppinss/ts-exec', 'bin/seed.ts'], {
    env: { ...environment.values, ...(environment.values.DEMO === 'true' ? UNHURRIED : {}) },
  })
  await asOwner(environment, tidyRewrittenTables)
}

/** A table of fewer pages is read whole in no time. */
const LARGE_PAGES = 2_000

/**
 * A migration that adds a column to a large table writes it anew, and what PostgreSQL knew of its pages is gone: deep pages
 * of lists then read every row they skip until a vacuum comes by, which for a table that only grows may take months. A
 * table is tidied when less than half of it is known; nothing is done at any other start.
 */
async function tidyRewrittenTables(owner: pg.Client): Promise<void> {
  const { rows: found } = await owner.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname = 'public' and c.relallvisible < c.relpages / 2 and c.relpages > $1 order by c.relpages`,
    [LARGE_PAGES]
  )
  for (const { name } of found) {
    log(`Reordenando la tabla ${name}…`)
    await owner.query(`vacuum (analyze) ${name}`)
  }
}

/**
 * For the connections that fill the demo: one that broke off is made anew, so that its commits need not reach the disk one
 * by one; and every statement is about one thing, so that one plan serves for all.
 */
const UNHURRIED = { PGOPTIONS: '-c synchronous_commit=off -c plan_cache_mode=force_generic_plan' }

/** Removes every table and stored file of an installation. */
export async function wipe(environment: Environment): Promise<void> {
  await asOwner(environment, (owner) =>
    owner.query(
      'drop schema if exists jobs cascade; drop schema if exists invoice_log_parts cascade; drop schema public cascade; create schema public'
    )
  )
  rmSync(join(environment.values.DATA_DIR ?? 'data', 'files'), { recursive: true, force: true })
}

/** Only a seeding that began and did not end counts: real data never carry its first mark. */
async function isDemoHalfMade(environment: Environment): Promise<boolean> {
  const marks = await asOwner(environment, (owner) =>
    owner.query(`select key from group_settings where key in ('demo_seed_started', 'demo_seed_done')`)
  )
  return marks.rowCount === 1 && marks.rows[0]?.key === 'demo_seed_started'
}
