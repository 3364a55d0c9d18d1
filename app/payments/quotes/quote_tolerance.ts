/** What a payment may cost more than the quote that was approved: one part in so many (0,5 %), and so many minor units at least. */
const TOLERANCE_PART = 200
const TOLERANCE_MIN_MINOR = 100

/** In minor units of the source currency. The guard of the orders holds the same. */
export const toleranceOf = (approvedMinor: number): number =>
  Math.max(Math.floor(approvedMinor / TOLERANCE_PART), TOLERANCE_MIN_MINOR)
