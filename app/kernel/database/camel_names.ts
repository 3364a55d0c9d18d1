const camelNames = new Map<string, string>()

/** The row with the names of its columns in camelCase. */
export function camelKeys(record: Record<string, unknown>): Record<string, unknown> {
  const renamed: Record<string, unknown> = {}
  for (const key in record) renamed[camelName(key)] = record[key]
  return renamed
}

/** A name of the database as it arrives here. */
export function camelName(name: string): string {
  const known = camelNames.get(name)
  if (known) return known
  const camel = name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  camelNames.set(name, camel)
  return camel
}
