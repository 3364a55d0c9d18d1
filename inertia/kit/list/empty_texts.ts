/** What is sent of the values of a form: texts without spaces around and null for what was left empty, the rest as it is. */
export function nullForEmpty<T extends Record<string, unknown>>(values: T): Record<keyof T, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.trim() || null : value,
    ])
  ) as Record<keyof T, unknown>
}
