type Searchable = { group: string; title: string; keywords: string[] }
export type MenuGroup<Item> = { group: string; items: Item[] }
export type Segment = { text: string; isMatch: boolean }

const queryLengthMax = 100
const collator = new Intl.Collator('es', { sensitivity: 'base', numeric: true })

/** Lower case without accents, letter by letter, so that its length is that of the text it was made from. */
export function foldText(text: string): string {
  return Array.from(text.normalize('NFC'), foldLetter).join('')
}

function foldLetter(letter: string): string {
  const folded = letter.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return folded.length === letter.length ? folded : letter
}

/**
 * The entries a query finds by title, keyword or group, without regard to case and accents: titles that start with the
 * query first, the rest by the Spanish alphabet. A blank query finds nothing.
 */
export function searchMenu<Item extends Searchable>(items: readonly Item[], query: string): Item[] {
  const wanted = foldText(query.slice(0, queryLengthMax).trim())
  if (wanted === '') return []
  const startsWith = (item: Item) => foldText(item.title).startsWith(wanted)
  return items
    .filter((item) =>
      [item.title, item.group, ...item.keywords].some((text) => foldText(text).includes(wanted))
    )
    .toSorted((a, b) => Number(startsWith(b)) - Number(startsWith(a)) || collator.compare(a.title, b.title))
}

/** The same entries under their groups, in the order of each group's first result; without a group they are «Otros». */
export function groupMatches<Item extends Searchable>(items: readonly Item[]): MenuGroup<Item>[] {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const name = item.group === '' ? 'Otros' : item.group
    groups.set(name, [...(groups.get(name) ?? []), item])
  }
  return Array.from(groups, ([group, members]) => ({ group, items: members }))
}

/** A text cut where the query matches it, accents kept, so that it can be marked without writing HTML. */
export function highlight(text: string, query: string): Segment[] {
  const shown = text.normalize('NFC')
  const folded = foldText(shown)
  const wanted = foldText(query.slice(0, queryLengthMax).trim())
  if (wanted === '') return [{ text: shown, isMatch: false }]
  const segments: Segment[] = []
  let from = 0
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, from)) {
    if (at > from) segments.push({ text: shown.slice(from, at), isMatch: false })
    segments.push({ text: shown.slice(at, at + wanted.length), isMatch: true })
    from = at + wanted.length
  }
  if (from < shown.length) segments.push({ text: shown.slice(from), isMatch: false })
  return segments
}

/** The next place of the arrow keys in a list that goes round; -1 when there is nothing to choose. */
export function cycle(current: number, step: 1 | -1, count: number): number {
  return count === 0 ? -1 : (current + step + count) % count
}
