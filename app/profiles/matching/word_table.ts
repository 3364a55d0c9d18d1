/**
 * Words by number in flat arrays. A `Map` keeps its keys all over the memory and hashes every word it is asked for anew;
 * here a word that is not known, which most are, costs one look at an array.
 */
export class WordTable {
  /** Two cells a place, side by side so that one look brings both: the hash of its word, and the number of it plus one. */
  #places: Int32Array
  #mask: number
  readonly #words: string[] = []

  constructor(expected: number) {
    const room = 2 ** Math.ceil(Math.log2(Math.max(16, expected * 2)))
    this.#places = new Int32Array(room * 2)
    this.#mask = room - 1
  }

  get size(): number {
    return this.#words.length
  }

  /** The number of a word; -1 when it is not known. */
  numberOf(word: string): number {
    const hash = hashOf(word)
    for (let at = hash & this.#mask; ; at = (at + 1) & this.#mask) {
      const number = (this.#places[at * 2 + 1] ?? 0) - 1
      if (number === -1) return -1
      if (this.#places[at * 2] === hash && this.#words[number] === word) return number
    }
  }

  /** The same, given to it when it is new. */
  add(word: string): number {
    const known = this.numberOf(word)
    if (known !== -1) return known
    const number = this.#words.push(word) - 1
    if (number * 2 >= this.#mask) this.#grow()
    else this.#put(hashOf(word), number)
    return number
  }

  #put(hash: number, number: number): void {
    let at = hash & this.#mask
    while (this.#places[at * 2 + 1] !== 0) at = (at + 1) & this.#mask
    this.#places[at * 2] = hash
    this.#places[at * 2 + 1] = number + 1
  }

  #grow(): void {
    const room = (this.#mask + 1) * 2
    this.#places = new Int32Array(room * 2)
    this.#mask = room - 1
    for (const [number, word] of this.#words.entries()) this.#put(hashOf(word), number)
  }
}

/** FNV-1a, with its bits mixed once more so that the low ones serve as a place. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193)
  return hash ^ (hash >>> 15)
}
