import { slipsOf } from '#app/profiles/matching/matching_terms'
import { ocrFolded, wordDistance } from '#app/profiles/matching/word_distance'

const KEPT_ANSWERS_MAX = 20_000
const TOKEN_LENGTH_MAX = 60
/** Above 2^21 words a key would not fit a double beside its 32 bits of hash. */
const WORDS_MAX = 2 ** 21

/**
 * Words found in spite of slips. Two words within k slips become equal when up to k letters are taken from each
 * (Garbe's SymSpell), so the words are kept under the hashes of what is left of them, sorted in one flat array.
 */
export class FuzzyWords {
  readonly #words: string[]
  readonly #slips: number[]
  readonly #keys: Float64Array
  readonly #kept = new Map<string, readonly number[]>()

  /** `words` as written; the answer of `find` are their places here. */
  constructor(words: readonly string[]) {
    if (words.length > WORDS_MAX) throw new RangeError(`more than ${WORDS_MAX} fuzzy words`)
    this.#words = words.map(ocrFolded)
    this.#slips = words.map((word) => slipsOf(word.length))
    const keys: number[] = []
    for (const [index, word] of this.#words.entries())
      for (const hash of remainders(word, this.#slips[index] ?? 0)) keys.push(hash * WORDS_MAX + index)
    this.#keys = Float64Array.from(keys).sort()
  }

  /** Places of the words that a token may be meant for. */
  find(token: string): readonly number[] {
    if (this.#words.length === 0 || token.length < 3 || token.length > TOKEN_LENGTH_MAX) return []
    const kept = this.#kept.get(token)
    if (kept) return kept
    const folded = ocrFolded(token)
    const near = new Set<number>()
    for (const hash of remainders(folded, 2)) this.#collect(hash, near)
    const found = [...near].filter((index) => {
      const slips = this.#slips[index] ?? 0
      return wordDistance(this.#words[index] ?? '', folded, slips) <= slips
    })
    if (this.#kept.size >= KEPT_ANSWERS_MAX) this.#kept.clear()
    this.#kept.set(token, found)
    return found
  }

  #collect(hash: number, near: Set<number>): void {
    const keys = this.#keys
    const from = hash * WORDS_MAX
    let low = 0
    let high = keys.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((keys[middle] ?? 0) < from) low = middle + 1
      else high = middle
    }
    for (; low < keys.length; low++) {
      const key = keys[low] ?? 0
      if (key >= from + WORDS_MAX) break
      near.add(key - from)
    }
  }
}

/** Hashes of a word with up to `slips` letters taken out (FNV-1a over what is left). */
function remainders(word: string, slips: number): Set<number> {
  const hashes = new Set<number>([hashWithout(word, -1, -1)])
  if (slips === 0) return hashes
  for (let first = 0; first < word.length; first++) {
    hashes.add(hashWithout(word, first, -1))
    if (slips > 1)
      for (let second = first + 1; second < word.length; second++)
        hashes.add(hashWithout(word, first, second))
  }
  return hashes
}

function hashWithout(word: string, first: number, second: number): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < word.length; at++)
    if (at !== first && at !== second) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
