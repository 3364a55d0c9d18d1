import type Invoice from '#app/invoices/models/invoice'

/** A rounding of what is paid is a matter of cents; the database's check says the same. */
export const ROUNDING_MAX_MINOR = 100

type Parts = Pick<Invoice, 'totalMinor' | 'advanceMinor' | 'prepaidMinor' | 'retainedMinor' | 'roundingMinor'>

/** Whether what is not to be paid now is part of what is owed: each of its sign, together no more than it. */
export function isDuePossible({
  totalMinor,
  advanceMinor,
  prepaidMinor,
  retainedMinor,
  roundingMinor,
}: Parts): boolean {
  const owed = totalMinor + roundingMinor
  const parts = [advanceMinor, prepaidMinor, retainedMinor]
  const held = parts.reduce((sum, part) => sum + part, 0)
  return (
    Math.abs(roundingMinor) <= ROUNDING_MAX_MINOR &&
    (owed >= 0
      ? parts.every((part) => part >= 0) && held <= owed
      : parts.every((part) => part <= 0) && held >= owed)
  )
}
