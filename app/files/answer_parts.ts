/** What one message carries of a long list. */
const ITEMS_MAX = 1_000
/** A list lies no deeper in what is answered: of a statement file `statements[0].lines`. */
const DEPTH_MAX = 4

type Marked = { partsFrom: number; partCount: number }
type Place = { holder: Record<string | number, unknown>; key: string | number }

/** An answer cut up for the way between two processes. */
export type Parted = { whole: unknown; parts: unknown[][] }

/**
 * Takes the long lists out of an answer, in parts. One message with all the rows of a large file would keep whoever
 * takes it busy for seconds; between parts others have their turn.
 */
export function partAnswer(answer: unknown): Parted {
  const parts: unknown[][] = []
  const holder = { answer }
  cut({ holder, key: 'answer' }, 0, parts)
  return { whole: holder.answer, parts }
}

/** Puts an answer together again. */
export function joinAnswer({ whole, parts }: Parted): unknown {
  const holder = { whole }
  mend({ holder, key: 'whole' }, 0, parts)
  return holder.whole
}

function cut({ holder, key }: Place, depth: number, parts: unknown[][]): void {
  const value = holder[key]
  if (depth > DEPTH_MAX) return
  if (Array.isArray(value) && value.length > ITEMS_MAX) {
    const partsFrom = parts.length
    for (let from = 0; from < value.length; from += ITEMS_MAX) parts.push(value.slice(from, from + ITEMS_MAX))
    holder[key] = { partsFrom, partCount: parts.length - partsFrom } satisfies Marked
    return
  }
  for (const place of placesIn(value)) cut(place, depth + 1, parts)
}

function mend({ holder, key }: Place, depth: number, parts: unknown[][]): void {
  const value = holder[key]
  if (depth > DEPTH_MAX) return
  if (isMarked(value)) holder[key] = parts.slice(value.partsFrom, value.partsFrom + value.partCount).flat(1)
  else for (const place of placesIn(value)) mend(place, depth + 1, parts)
}

function placesIn(value: unknown): Place[] {
  if (Array.isArray(value)) return value.map((_, key) => ({ holder: value as never, key }))
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return []
  return Object.keys(value).map((key) => ({ holder: value as Record<string, unknown>, key }))
}

const isMarked = (value: unknown): value is Marked =>
  typeof value === 'object' && value !== null && 'partsFrom' in value && 'partCount' in value
