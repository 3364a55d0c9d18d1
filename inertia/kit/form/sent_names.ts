/**
 * What the server calls a field of a form: `siteId` is `site_id`, `in347` is `in_347`. Names of addresses and of what is sent are
 * written so; in pages they are not. A name that is written so already stays.
 */
export const sentName = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace(/(?<=[a-z])\d+$/, '_$&')

/**
 * Values under the names of the server, in the rows of lists too. An object inside is a list by somebody else's names (columns of
 * a file, details of an account, settings of a rule) and stays as it is.
 */
export const sentNames = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [sentName(name), sentValue(value)]))

const sentValue = (value: unknown): unknown =>
  Array.isArray(value) ? value.map((one) => (isPlain(one) ? sentNames(one) : one)) : value

/** No file, day or list. */
export const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/**
 * Where the server says what is wrong with a value that has changed; of a value with parts, with those that are others now, and
 * of a list, with the parts of its rows that are.
 */
export function changedNames(sentAs: string, before: unknown, value: unknown): string[] {
  if (Array.isArray(before) && Array.isArray(value)) return [sentAs, ...changedRows(sentAs, before, value)]
  if (!isPlain(before) || !isPlain(value)) return [sentAs]
  return [sentAs, ...changedKeys(before, value).map((key) => `${sentAs}.${key}`)]
}

const changedKeys = (before: Record<string, unknown>, value: Record<string, unknown>): string[] =>
  Object.keys({ ...before, ...value }).filter((key) => value[key] !== before[key])

/** By its place: what was wrong with a row says nothing of the one that has come into its place. */
function changedRows(sentAs: string, before: readonly unknown[], value: readonly unknown[]): string[] {
  return Array.from({ length: Math.max(before.length, value.length) }, (_, place) => place)
    .filter((place) => before[place] !== value[place])
    .flatMap((place) => {
      const [old, now] = [before[place] ?? {}, value[place] ?? {}]
      const row = `${sentAs}.${place}`
      return isPlain(old) && isPlain(now)
        ? [row, ...changedKeys(old, now).map((key) => `${row}.${sentName(key)}`)]
        : [row]
    })
}
