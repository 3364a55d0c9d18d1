import { createHash } from 'node:crypto'

/**
 * A statement with its bindings in their order, under the name that PostgreSQL keeps its plan by: `text` as the query builder
 * takes it, with `?`, and `numbered` as the driver does, with `$1`.
 */
export type KeptStatement = { name: string; text: string; numbered: string; bindings: string[] }

const BINDING = /::|:([a-zA-Z]\w*)/g

/** A statement with `:name` bindings made ready to be kept. Throws for a question mark of its own: that is a binding to the query builder. */
export function keptStatement(sql: string): KeptStatement {
  if (sql.includes('?')) throw new Error(`No question mark in a statement that is kept: ${sql.slice(0, 80)}`)
  const bindings: string[] = []
  const text = sql.replaceAll(BINDING, (whole, name?: string) => {
    if (name === undefined) return whole
    bindings.push(name)
    return '?'
  })
  let place = 0
  return {
    name: statementName(text),
    text,
    numbered: text.replaceAll('?', () => `$${++place}`),
    bindings,
  }
}

/** The name that PostgreSQL keeps a text by: another text has another. */
export const statementName = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 32)
