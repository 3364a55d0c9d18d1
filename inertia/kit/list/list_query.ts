/** The query of a list: each name with its values. */
export type ListQuery = Record<string, string[]>

/** Reads the query of a URL; `name[]=a`, `name[0]=a` and `name=a` are the same. */
export function readQuery(url: string): ListQuery {
  const query: ListQuery = {}
  for (const [key, value] of new URLSearchParams(url.split('?')[1] ?? '')) {
    const name = key.replace(/\[\d*\]$/, '')
    if (value !== '') query[name] = [...(query[name] ?? []), value]
  }
  return query
}

/** A query with some of its names changed; null takes one away. Changing anything but the page goes back to the first. */
export function changeQuery(query: ListQuery, changes: Record<string, string | string[] | null>): ListQuery {
  const next: ListQuery = { ...query }
  if (!('page' in changes)) delete next.page
  delete next.cursor
  for (const [name, value] of Object.entries(changes)) {
    const values = (Array.isArray(value) ? value : [value ?? '']).filter((text) => text !== '')
    if (values.length === 0) delete next[name]
    else next[name] = values
  }
  return next
}

/** Writes a query after a path; names in `lists` are always written `name[]`, so that one value stays a list. */
export function writeQuery(path: string, query: ListQuery, lists: ReadonlySet<string>): string {
  const search = new URLSearchParams()
  for (const [name, values] of Object.entries(query)) {
    const key = lists.has(name) || values.length > 1 ? `${name}[]` : name
    for (const value of values) search.append(key, value)
  }
  const text = search.toString()
  return text === '' ? path : `${path}?${text}`
}

/** The `sort` of a column's header: ascending first, then descending, then none. */
export function nextSort(
  key: string,
  sort: string,
  direction: 'asc' | 'desc',
  isAsked: boolean
): string | null {
  if (!isAsked || sort !== key) return key
  return direction === 'asc' ? `-${key}` : null
}
