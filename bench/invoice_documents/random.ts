/** A small random source with a seed (mulberry32), so that the same seed always writes the same documents. */
export class Random {
  private state: number

  constructor(seed: string) {
    let hash = 2166136261
    for (const character of seed) hash = Math.imul(hash ^ character.charCodeAt(0), 16777619)
    this.state = hash >>> 0
  }

  /** From 0 (included) to 1 (excluded). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let mixed = this.state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }

  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  pick<T>(from: readonly T[]): T {
    const found = from[Math.floor(this.next() * from.length)]
    if (found === undefined) throw new Error('Nothing to pick from')
    return found
  }

  shuffle<T>(from: readonly T[]): T[] {
    return from
      .map((item) => ({ item, key: this.next() }))
      .sort((one, other) => one.key - other.key)
      .map(({ item }) => item)
  }

  digits(count: number): string {
    return Array.from({ length: count }, () => this.int(0, 9)).join('')
  }

  /** Normally distributed with deviation 1 (Box and Muller). */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next())
  }
}
