import type { HttpContext } from '@adonisjs/core/http'
import type { ListDefinition, ListRequest } from '#app/kernel/lists/listing'
import { PAGE_SIZES } from '#app/kernel/lists/page_sizes'

const QUERY_LENGTH_MAX = 100

/** What the query string asks of a list; unknown or malformed values fall back to the defaults (area 20 §11). */
export function listRequest(
  { request }: HttpContext,
  definition: Pick<ListDefinition, 'sorts' | 'defaultSort'>
): ListRequest {
  const query = request.qs() as Record<string, unknown>
  const wanted = textOf(query.sort) || definition.defaultSort
  const name = wanted.replace(/^-/, '')
  const known = Object.hasOwn(definition.sorts, name) ? wanted : definition.defaultSort
  return {
    page: Math.max(1, Math.min(wholeNumber(query.page) ?? 1, 1_000_000)),
    perPage: pageSize(query.per_page),
    sort: known.replace(/^-/, ''),
    direction: known.startsWith('-') ? 'desc' : 'asc',
    cursor: textOf(query.cursor) || null,
    exactCount: query.count === 'exact',
  }
}

/** Whether the address was led to from a figure that is a sum of what things are worth. */
export const asksForWorth = ({ request }: HttpContext): boolean =>
  (request.qs() as Record<string, unknown>).worth !== undefined

/** The search text, cut at 100 characters; empty when there is none. */
export function searchText({ request }: HttpContext): string {
  return textOf((request.qs() as Record<string, unknown>).q)
    .trim()
    .slice(0, QUERY_LENGTH_MAX)
}

function pageSize(value: unknown): number | 'all' {
  if (value === 'all') return 'all'
  const size = wholeNumber(value)
  return PAGE_SIZES.find((known) => known === size) ?? 10
}

function wholeNumber(value: unknown): number | null {
  const number = Number(textOf(value))
  return Number.isInteger(number) && number > 0 ? number : null
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
