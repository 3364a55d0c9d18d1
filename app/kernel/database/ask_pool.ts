import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'
import type pg from 'pg'

/** A statement as the driver takes it; under a `name` PostgreSQL parses it once a connection. */
type Statement = { text: string; values: unknown[]; name?: string }
type Pool = {
  acquireConnection: () => Promise<pg.Client>
  releaseConnection: (connection: pg.Client) => Promise<void>
}

/** «cached plan must not change result type»: a column of it has another type since a migration. */
const STALE_PLAN = '0A000'

/** A plan that no longer fits is left aside: the refusal comes before anything is read. */
async function query(connection: pg.Client, { name, ...plain }: Statement) {
  if (name === undefined) return connection.query<Record<string, unknown>>(plain)
  try {
    return await connection.query<Record<string, unknown>>({ name, ...plain })
  } catch (error) {
    if ((error as { code?: string }).code !== STALE_PLAN) throw error
    return connection.query<Record<string, unknown>>(plain)
  }
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
    return await query(connection, statement)
  } catch (error) {
    if (error instanceof Error) error.message = `${statement.text} - ${error.message}`
    throw error
  } finally {
    void pool.releaseConnection(connection)
  }
}
