import db from '@adonisjs/lucid/services/db'
import type { Suite } from '@japa/runner/core'
import pg from 'pg'

const superuserUrl = process.env.TEST_SUPERUSER_URL

/**
 * Each file of a suite begins with the database as it was migrated and filled with base data. What other files posted would be
 * checked again by everything that checks the books, and the last files would take five times as long as alone. A database
 * that was given by hand is one for all.
 */
export function beginFilesFresh(suite: Suite): void {
  if (superuserUrl === undefined) return
  let current: string | undefined
  const begin = async (file: string | undefined) => {
    if (file === current) return
    await asSuperuser(
      'drop database caudal with (force)',
      'create database caudal owner caudal_owner template caudal_empty strategy file_copy'
    )
    current = file
  }
  suite.onGroup((group) => group.setup(() => begin(group.options.meta.fileName)))
  suite.onTest((test) => test.setup(() => begin(test.options.meta.fileName)))
}

/** Nobody else may be in a database that is copied or dropped. */
async function asSuperuser(...statements: readonly string[]): Promise<void> {
  for (const name of ['app', 'owner']) await db.manager.close(name)
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
