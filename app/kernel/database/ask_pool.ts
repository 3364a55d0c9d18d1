import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'
import type pg from 'pg'

/** A statement as the driver takes it; under a `name` PostgreSQL parses it once a connection. */
type Statement = { text: string; values: unknown[]; name?: string }
type Pool = {
  acquireConnection: () => Promise<pg.Client>
  releaseConnection: (connection: pg.Client) => Promise<void>
}

/**
 * Asks over a connection of the pool, without the query builder: never for what belongs to a transaction. What fails names
 * its statement, without the values.
 */
export async function askPool(
  client: QueryClientContract | TransactionClientContract,
  statement: Statement
): Promise<pg.QueryResult<Record<string, unknown>>> {
  const pool = client.getReadClient().client as Pool
  const connection = await pool.acquireConnection()
  try {
    return await connection.query<Record<string, unknown>>(statement)
  } catch (error) {
    if (error instanceof Error) error.message = `${statement.text} - ${error.message}`
    throw error
  } finally {
    void pool.releaseConnection(connection)
  }
}
