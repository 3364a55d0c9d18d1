import { divideRounded } from '#app/kernel/money/rational'

/** A line of the book with how much of it was taken before; all signed as the line is. */
export type BookedLine = {
  /** The whole line, in minor units of its account's currency. */
  lineMinor: number
  /** The same in the company's currency, at the rate of its own day. */
  lineBaseMinor: number
  takenMinor: number
}

/**
 * What a part of a line is worth in the book, in minor units of the company's currency. The parts of a line add up to
 * exactly what the whole is worth, whatever they are; none is worth nothing, because the book has no such line.
 */
export function bookPart({ lineMinor, lineBaseMinor, takenMinor }: BookedLine, partMinor: number): number {
  const upTo = (minor: number) =>
    Number(divideRounded(BigInt(lineBaseMinor) * BigInt(minor), BigInt(lineMinor), 'half_away_from_zero'))
  const worth = upTo(takenMinor + partMinor) - upTo(takenMinor)
  return worth === 0 ? Math.sign(partMinor) : worth
}
