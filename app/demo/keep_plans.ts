import { createHash } from 'node:crypto'
import pg from 'pg'

type Query = { text?: string; values?: unknown[]; name?: string }

const names = new Map<string, string>()

/**
 * From now on PostgreSQL parses and plans each statement of this process once a connection. Filling the demo asks a few
 * hundred statements a hundred thousand times, each about one thing: most of the time went into planning them again.
 */
export function keepPlans(): void {
  const client = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown }
  const { query } = client
  client.query = function (first: unknown, ...others: unknown[]) {
    return query.call(this, named(first), ...others)
  }
}

/** Only plain statements with values: cursors bring their own way of asking. */
function named(first: unknown): unknown {
  if (typeof first !== 'object' || first === null || 'submit' in first) return first
  const { text, values, name } = first as Query
  if (!text || name || !values?.length) return first
  const known = names.get(text) ?? createHash('sha256').update(text).digest('hex').slice(0, 32)
  names.set(text, known)
  return { ...first, name: known }
}
