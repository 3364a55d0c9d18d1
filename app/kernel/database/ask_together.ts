import db from '@adonisjs/lucid/services/db'
import { camelKeys } from '#app/kernel/database/camel_names'
import { keptStatement } from '#app/kernel/database/kept_statement'
import { askKept, type Client } from '#app/kernel/database/sql'

type Bindings = Record<string, unknown>
type Ask = (bindings: readonly Bindings[], client?: Client) => Promise<unknown[][]>

/** Bindings of two statements may share a name: each gets the place of its statement in front. */
const PLAIN_BINDING = /::|:([a-zA-Z]\w*)/g

/**
 * Several reading statements as one: a single round trip, parsed and planned once a connection. For what runs on every
 * save; with values that change the plan (thousands of keys) ask each by itself. Gives the rows of each statement in their
 * order, as `rows` gives them, but numbers of any type arrive as numbers: they travel as JSON.
 */
export function askTogether(statements: readonly string[]): Ask {
  const parts = statements.map((sql, at) => {
    const own = sql.replaceAll(PLAIN_BINDING, (whole, name?: string) => (name ? `:s${at}_${name}` : whole))
    return `select ${at} as at, to_jsonb(part) as "row" from (${own}) part`
  })
  const statement = keptStatement(parts.join(' union all '))
  return async (bindings, client = db.connection()) => {
    const given = new Map(
      bindings.flatMap((own, at) => Object.entries(own).map(([key, value]) => [`s${at}_${key}`, value]))
    )
    const values = statement.bindings.map((place) => given.get(place) ?? null)
    const found = (await askKept(statement, values, client)) as { at: number; row: Record<string, unknown> }[]
    const answers: unknown[][] = statements.map(() => [])
    for (const { at, row } of found) answers[at]?.push(camelKeys(row))
    return answers
  }
}
