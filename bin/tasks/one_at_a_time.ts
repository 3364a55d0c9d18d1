import pg from 'pg'

const PREPARING = 4_820_011

/**
 * Does what prepares a database while no other process of any machine does: several may be started at once over one
 * database. The others wait their turn and find the work done.
 */
export async function oneAtATime<T>(ownerUrl: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl, keepAlive: true })
  // A database that is lost meanwhile is the failure of the work itself.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [PREPARING])
    return await work()
  } finally {
    await client.end()
  }
}
