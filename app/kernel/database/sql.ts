import db from '@adonisjs/lucid/services/db'
import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'
import { askPool } from '#app/kernel/database/ask_pool'
import { boundStatement } from '#app/kernel/database/bound_statement'
import { camelKeys } from '#app/kernel/database/camel_names'
import { type KeptStatement, keptStatement, statementName } from '#app/kernel/database/kept_statement'

/** Where a statement runs: the pool, or the transaction its caller opened. */
export type Client = QueryClientContract | TransactionClientContract
export type Transaction = TransactionClientContract
type Bindings = Record<string, unknown>

/**
 * Rows of a statement with `:name` bindings; column names arrive in camelCase.
 * Domain code reads with it wherever a model would only be in the way (lists, reports, the ledger).
 */
export async function rows<Row>(
  sql: string,
  bindings: Bindings = {},
  client: Client = db.connection()
): Promise<Row[]> {
  const result = await run<{ rows: Record<string, unknown>[] }>(sql, bindings, client)
  return result.rows.map(camelKeys) as Row[]
}

/** The first row of a statement, or null. */
export async function row<Row>(sql: string, bindings: Bindings = {}, client?: Client): Promise<Row | null> {
  const [first] = await rows<Row>(sql, bindings, client)
  return first ?? null
}

/** The only row of a statement that always has one. Throws when it has none. */
export async function oneRow<Row>(sql: string, bindings: Bindings = {}, client?: Client): Promise<Row> {
  const first = await row<Row>(sql, bindings, client)
  if (first === null) throw new Error(`No row where one was certain: ${sql.slice(0, 80)}`)
  return first
}

/**
 * The only row of a statement that runs all day long: PostgreSQL parses it once a connection, under `name`. Its
 * bindings are `?`, in their order, and no `?` of its own. Throws when there is no row.
 */
export async function preparedRow<Row>(
  name: string,
  sql: string,
  bindings: readonly (string | number | null)[],
  trx: Transaction
): Promise<Row> {
  const result: { rows: Record<string, unknown>[] } = await trx.knexClient
    .raw(sql, [...bindings])
    .options({ name })
  const [first] = result.rows
  if (!first) throw new Error(`No row where one was certain: ${sql.slice(0, 80)}`)
  return camelKeys(first) as Row
}

const kept = new Map<string, KeptStatement>()

/**
 * The same as `rows` for a statement about one thing or a few that runs all day long: PostgreSQL parses it once a
 * connection and soon plans it no more. About thousands of things that plan would be a bad one.
 */
export async function keptRows<Row>(
  sql: string,
  bindings: Bindings = {},
  client: Client = db.connection()
): Promise<Row[]> {
  return (await keptRecords(sql, bindings, client)).map(camelKeys) as Row[]
}

/** The same as `keptRows`, with the columns under their names in the database, as a model takes them. */
export async function keptRecords(
  sql: string,
  bindings: Bindings = {},
  client: Client = db.connection()
): Promise<Record<string, unknown>[]> {
  const statement = kept.get(sql) ?? keptStatement(sql)
  kept.set(sql, statement)
  return askKept(
    statement,
    statement.bindings.map((binding) => bindings[binding] ?? null),
    client
  )
}

/** The rows of a statement that is kept; its values in the order of its bindings. */
export async function askKept(
  { name, text, numbered }: KeptStatement,
  values: readonly unknown[],
  client: Client
): Promise<Record<string, unknown>[]> {
  if (!client.isTransaction)
    return (await askPool(client, { name, text: numbered, values: [...values] })).rows
  const result: { rows: Record<string, unknown>[] } = await client
    .knexRawQuery(text, values as never)
    .options({ name })
  return result.rows
}

/**
 * So many texts of `namedRows` get a name in one process, the first that come: each connection that asks one keeps its plan in
 * the memory of PostgreSQL. What `keptRows` and `preparedRow` ask comes on top; there are as many of those as the code has.
 */
const NAMED_MAX = 300
const names = new Map<string, string>()

/**
 * The same as `rows` for a text that pages ask again and again about few rows that it is told by their keys: PostgreSQL
 * parses it once a connection and soon plans it no more. Texts that come late, when many are kept, are asked as `rows` does.
 */
export async function namedRows<Row>(
  sql: string,
  bindings: Bindings = {},
  client: Client = db.connection()
): Promise<Row[]> {
  if (client.isTransaction || sql.includes('?')) return rows<Row>(sql, bindings, client)
  const { text, values } = boundStatement(sql, withArrayTexts(bindings))
  const name = names.get(text) ?? (names.size < NAMED_MAX ? statementName(text) : undefined)
  if (name === undefined) return rows<Row>(sql, bindings, client)
  names.set(text, name)
  return (await askPool(client, { name, text, values })).rows.map(camelKeys) as Row[]
}

/**
 * The same as `rows` for a text that pages ask again and again. Without bindings there is one plan for it, which PostgreSQL
 * keeps until the table is another; with bindings (the companies of somebody, a search) the plan depends on them, and it is
 * planned each time.
 */
export function steadyRows<Row>(sql: string, bindings: Bindings = {}, client?: Client): Promise<Row[]> {
  return Object.keys(bindings).length === 0
    ? namedRows<Row>(sql, bindings, client)
    : rows<Row>(sql, bindings, client)
}

/** Runs a statement for its effect; gives the number of rows it touched. */
export async function execute(
  sql: string,
  bindings: Bindings = {},
  client: Client = db.connection()
): Promise<number> {
  const result = await run<{ rowCount: number | null }>(sql, bindings, client)
  return result.rowCount ?? 0
}

/**
 * Outside a transaction the pool is asked itself: of what a short statement costs, the query builder is a large part. A
 * transaction is asked through the query builder, which knows when it has ended; to that one a cast must not look like a
 * binding, it would read `::date` as the value of `:date`.
 */
async function run<Result>(sql: string, bindings: Bindings, client: Client): Promise<Result> {
  const given = withArrayTexts(bindings)
  if (!client.isTransaction && !sql.includes('?'))
    return (await askPool(client, boundStatement(sql, given))) as Result
  const text = Object.keys(bindings).length > 0 ? sql.replaceAll(CAST, ' :\\:') : sql
  return client.rawQuery<Result>(text, given as never)
}

const CAST = /::(?=[a-z])/g

/** Thousands of keys go as the one text that PostgreSQL reads anyway: the driver would quote them one by one. */
function withArrayTexts(bindings: Bindings): Bindings {
  const texts: Bindings = {}
  for (const name in bindings) {
    const value = bindings[name]
    texts[name] =
      Array.isArray(value) && value.length > 0 && value.every(Number.isSafeInteger)
        ? `{${value.join(',')}}`
        : value
  }
  return texts
}

/**
 * One transaction around `work`; joins the caller's when it gives one. Gives the result only when the database
 * has confirmed the commit: the query builder keeps a refused or lost COMMIT (a deferred check, a server that
 * died) to itself unless its execution promise is awaited.
 */
export async function inTransaction<T>(
  work: (trx: Transaction) => Promise<T>,
  outer?: Transaction
): Promise<T> {
  if (outer) return work(outer)
  const trx = await db.transaction()
  let result: T
  try {
    result = await work(trx)
  } catch (error) {
    await trx.rollback().catch(() => {})
    throw error
  }
  await trx.commit()
  await trx.knexClient.executionPromise
  for (const follow of followUps.get(trx) ?? []) await follow()
  return result
}

const followUps = new WeakMap<Transaction, (() => Promise<void>)[]>()

/**
 * What is done once the transaction is committed for certain, in the order in which it was asked for: it takes locks of its
 * own, that the transaction must not hold with its others. Only for a transaction that `inTransaction` opened.
 */
export function afterCommit(trx: Transaction, follow: () => Promise<void>): void {
  followUps.set(trx, [...(followUps.get(trx) ?? []), follow])
}

/**
 * A part of a transaction that may fail alone: what it wrote is undone to where it began, the locks that it took are free again,
 * and the rest of the transaction stands. Throws what `work` throws; checks that wait for the commit are made at its end.
 */
export async function inSavepoint<T>(work: (trx: Transaction) => Promise<T>, outer: Transaction): Promise<T> {
  const trx = await outer.transaction()
  let result: T
  try {
    result = await work(trx)
    await trx.rawQuery('set constraints all immediate')
    await trx.rawQuery('set constraints all deferred')
  } catch (error) {
    await trx.rollback().catch(() => {})
    throw error
  }
  await trx.commit()
  for (const follow of followUps.get(trx) ?? []) afterCommit(outer, follow)
  return result
}

/** Reads at one moment of the database, however long it takes; whatever `work` would write is refused. */
export async function inSnapshot<T>(work: (trx: Transaction) => Promise<T>): Promise<T> {
  const trx = await db.transaction({ isolationLevel: 'repeatable read' })
  try {
    await trx.rawQuery('set transaction read only')
    return await work(trx)
  } finally {
    await trx.rollback()
  }
}
