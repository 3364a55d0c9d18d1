/** A statement as the driver takes it: its bindings are `$1`, `$2`, … in the order of `values`. */
export type BoundStatement = { text: string; values: unknown[] }

/** The text between bindings, and their names: one more part than names. */
type Parsed = { parts: string[]; names: string[] }

const BINDING = /::|:([a-zA-Z]\w*)/g
/** Filters make ever new texts; so many are remembered before the memory begins anew. */
const KEPT_MAX = 2_000
const known = new Map<string, Parsed>()

/**
 * A statement with `:name` bindings made ready for the driver. What looks like a binding and is not given one (`'HH24:MI'`)
 * stays as it is written, and a cast (`::date`) always does. Throws for a binding without a value.
 */
export function boundStatement(sql: string, bindings: Record<string, unknown>): BoundStatement {
  const { parts, names } = known.get(sql) ?? remember(sql)
  const values: unknown[] = []
  let text = parts[0] ?? ''
  for (const [at, name] of names.entries()) {
    const isGiven = Object.hasOwn(bindings, name)
    if (isGiven && bindings[name] === undefined)
      throw new Error(`No value for «${name}» in ${sql.slice(0, 80)}`)
    text += isGiven ? `$${values.push(bindings[name])}` : `:${name}`
    text += parts[at + 1] ?? ''
  }
  return { text, values }
}

function remember(sql: string): Parsed {
  const parsed: Parsed = { parts: [], names: [] }
  let from = 0
  for (const match of sql.matchAll(BINDING)) {
    const [found, name] = match
    if (name === undefined) continue
    parsed.parts.push(sql.slice(from, match.index))
    parsed.names.push(name)
    from = match.index + found.length
  }
  parsed.parts.push(sql.slice(from))
  if (known.size >= KEPT_MAX) known.clear()
  known.set(sql, parsed)
  return parsed
}
