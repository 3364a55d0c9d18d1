/** Small letters without accents; ordinal signs become letters ("N.º" -> "n.o"). */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
}

/** Only letters, digits and per cent signs of the folded text: how labels are compared. */
export function compact(text: string): string {
  return fold(text)
    .replace(/ß/g, 'ss')
    .replace(/[^a-z0-9%]/g, '')
}

/** Whether two texts differ by at most `limit` insertions, deletions or replacements. */
export function isWithinEdits(a: string, b: string, limit: number): boolean {
  return editDistance(a, b, limit) <= limit
}

/** Levenshtein distance, cut off above `limit`. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(replaced, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    if (Math.min(...row) > limit) return limit + 1
    previous = row
  }
  return previous[b.length] ?? limit + 1
}

/** Likeness of two texts by shared pairs of letters (Dice), 0 to 1. */
export function likeness(a: string, b: string): number {
  if (a === b) return 1
  const pairsOfA = pairs(a)
  const pairsOfB = pairs(b)
  let shared = 0
  for (const [pair, count] of pairsOfA) shared += Math.min(count, pairsOfB.get(pair) ?? 0)
  const all = Math.max(a.length - 1, 0) + Math.max(b.length - 1, 0)
  return all === 0 ? 0 : (2 * shared) / all
}

function pairs(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (let index = 0; index < text.length - 1; index += 1) {
    const pair = text.slice(index, index + 2)
    counts.set(pair, (counts.get(pair) ?? 0) + 1)
  }
  return counts
}
