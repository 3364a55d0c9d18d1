/** A row that was shown, and how many lie before it. */
export type Place = { index: number; value: string | null; key: number }

/** How to come to a page: from a known row, or from an end of the list, passing over `skip` rows. */
export type Way = { from: Place | null; isBackwards: boolean; skip: number }

type Part = { size: number; skip: number }

/** How long the place of a row is taken for granted while pages are turned, as counts are. */
const KEPT_MS = 60_000
const LISTS_MAX = 500
const PLACES_MAX = 100

const known = new Map<string, (Place & { until: number })[]>()

/** Rows of a list whose places were learnt within the last minute. */
export function placesOf(list: string): Place[] {
  return (known.get(list) ?? []).filter(({ until }) => until > Date.now())
}

/** Keeps the places of rows; of the oldest ones no more is known when there are many. */
export function notePlaces(list: string, places: Place[]): void {
  const until = Date.now() + KEPT_MS
  if (!known.has(list) && known.size >= LISTS_MAX) known.clear()
  const kept = (known.get(list) ?? []).filter(
    (old) => old.until > Date.now() && !places.some(({ index }) => index === old.index)
  )
  known.set(list, [...kept, ...places.map((place) => ({ ...place, until }))].slice(-PLACES_MAX))
}

/** The way to a page that passes over the fewest rows; the end of the list is known where its rows were counted. */
export function shortestWay(places: Place[], { size, skip }: Part, total: number | null): Way {
  const last = total === null ? skip + size - 1 : Math.min(skip + size, total) - 1
  const ways: Way[] = [{ from: null, isBackwards: false, skip }]
  if (total !== null && last >= skip) ways.push({ from: null, isBackwards: true, skip: total - 1 - last })
  for (const from of places) {
    if (from.index <= skip) ways.push({ from, isBackwards: false, skip: skip - from.index })
    if (from.index >= last) ways.push({ from, isBackwards: true, skip: from.index - last })
  }
  return ways.reduce((best, way) => (way.skip < best.skip ? way : best))
}
