import pg from 'pg'
import type { Environment } from './environment.js'

/** Does some work as the owner of the tables, over a connection of its own. */
export async function asOwner<T>(
  { values }: Pick<Environment, 'values'>,
  work: (owner: pg.Client) => Promise<T>
): Promise<T> {
  const owner = new pg.Client({ connectionString: values.DATABASE_URL })
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}
