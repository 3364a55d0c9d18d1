import { formatDay, isCalendarDate } from '#app/kernel/time/calendar_date'
import type { ListQuery } from '~/kit/list/list_query'
import type { Filter } from '~/kit/list/list_types'

type Sites = readonly { id: number; name: string }[]

// What a picker showed for a key while it was chosen here: the URL only carries the key.
const pickedLabels = new Map<string, string>()

/** Remembers the label of a chosen option, for the chip of its filter. */
export function rememberLabel(filter: string, value: string, label: string): void {
  pickedLabels.set(`${filter}:${value}`, label)
}

/** What the picker of a filter calls a key; undefined while nobody has told. */
export const labelOf = (filter: string, value: string) => pickedLabels.get(`${filter}:${value}`)

/** Spans of days that are told from today, as `QueryFilters.due` knows them. */
export const dueSpans = [
  { value: 'overdue', label: 'Vencidos' },
  { value: 'today', label: 'Hoy' },
  { value: 'week', label: '7 días' },
]

/** Names of the query parameters a filter writes. */
export function filterNames(filter: Filter): string[] {
  if (filter.kind === 'due') return [filter.name, `${filter.name}_from`, `${filter.name}_to`]
  if (filter.kind === 'days') return [`${filter.name}_from`, `${filter.name}_to`]
  if (filter.kind === 'amounts') return [`${filter.name}_min`, `${filter.name}_max`]
  return [filter.name]
}

/** The parameters that are lists, always written `name[]`. */
export function listNames(filters: readonly Filter[]): ReadonlySet<string> {
  return new Set(filters.filter(({ kind }) => kind === 'multi' || kind === 'sites').map(({ name }) => name))
}

export function isFilterSet(filter: Filter, query: ListQuery): boolean {
  return filterNames(filter).some((name) => query[name] !== undefined)
}

export function clearedFilter(filter: Filter): Record<string, null> {
  return Object.fromEntries(filterNames(filter).map((name) => [name, null]))
}

/** What the chip of a filter says, or null while it is not set. */
export function filterText(filter: Filter, query: ListQuery, sites: Sites): string | null {
  if (!isFilterSet(filter, query)) return null
  const values = query[filter.name] ?? []
  switch (filter.kind) {
    case 'text':
      return values.join(', ')
    case 'check':
      return 'sí'
    case 'day':
      return range(values[0], values[0])
    case 'select':
    case 'multi':
      return several(
        values.map((value) => filter.options.find((option) => option.value === value)?.label ?? value)
      )
    case 'sites':
      return several(values.map((value) => sites.find((site) => String(site.id) === value)?.name ?? value))
    case 'picker':
      return filter.selected?.label ?? labelOf(filter.name, values[0] ?? '') ?? `n.º ${values[0]}`
    case 'due':
      return values.length > 0 ? dueText(values[0]) : daysText(filter.name, query)
    case 'days':
      return daysText(filter.name, query)
    case 'amounts':
      return range(query[`${filter.name}_min`]?.[0], query[`${filter.name}_max`]?.[0])
    default:
      return filter satisfies never
  }
}

const daysText = (name: string, query: ListQuery) =>
  range(query[`${name}_from`]?.[0], query[`${name}_to`]?.[0])

const dueText = (span = '') => dueSpans.find(({ value }) => value === span)?.label.toLowerCase() ?? span

function several(labels: string[]): string {
  return labels.length > 2 ? `${labels[0]} y ${labels.length - 1} más` : labels.join(', ')
}

function range(from: string | undefined, to: string | undefined): string {
  const say = (text: string) => (isCalendarDate(text) ? formatDay(text) : text)
  if (from && to) return from === to ? say(from) : `${say(from)} – ${say(to)}`
  return from ? `desde ${say(from)}` : `hasta ${say(to ?? '')}`
}
