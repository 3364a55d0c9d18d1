/** What is open of a booked invoice, in cents with its sign: in the book, of what was paid before it, and of what is retained. */
export type Open = {
  owedMinor: number
  outstandingMinor: number
  priorOpenMinor: number
  priorMinor: number
  retainedOpenMinor: number
  retainedMinor: number
  /** Somebody said of what was held that it is to be paid. */
  isReleased: boolean
}

type Left = Pick<Open, 'outstandingMinor' | 'priorOpenMinor' | 'retainedOpenMinor'>

/**
 * What is left open after a payment, or after it came back (negative); null where it is more than is owed or was paid. A payment of
 * before settles what was paid before; any other what is due, and what it is more than that the held parts. What
 * comes back of the former is held again, so that it is not paid twice for want of a reason.
 */
export function settled(open: Open, amountMinor: number, covers: 'due' | 'prior'): Left | null {
  const sign = open.owedMinor < 0 ? -1 : 1
  const amount = sign * amountMinor
  const outstanding = sign * open.outstandingMinor - amount
  if (outstanding < 0 || outstanding > sign * open.owedMinor) return null
  const [priorOpen, retainedOpen] = [sign * open.priorOpenMinor, sign * open.retainedOpenMinor]
  const held = amount > 0 ? paidHeld() : returnedHeld()
  const retained = Math.min(held.retained, outstanding)
  return {
    outstandingMinor: signed(outstanding),
    priorOpenMinor: signed(Math.min(held.prior, outstanding - retained)),
    retainedOpenMinor: signed(retained),
  }

  function paidHeld() {
    const taken = covers === 'prior' ? Math.min(amount, priorOpen) : 0
    return { prior: priorOpen - taken, retained: retainedOpen }
  }

  function returnedHeld() {
    if (covers === 'due' || open.isReleased) return { prior: priorOpen, retained: retainedOpen }
    return {
      prior: Math.min(sign * open.priorMinor, priorOpen - amount),
      retained: Math.min(sign * open.retainedMinor, retainedOpen - amount),
    }
  }

  function signed(value: number): number {
    return value === 0 ? 0 : sign * value
  }
}

type Movement = { amountMinor: number; paidOn: string | null }

/** Whether money that nobody ordered is what the invoice says was paid before: exactly that amount, or moved before its day. */
export function isPrior(
  { priorOpenMinor, issuedOn }: { priorOpenMinor: number; issuedOn: string | null },
  { amountMinor, paidOn }: Movement
): boolean {
  if (priorOpenMinor === 0) return false
  return amountMinor === priorOpenMinor || (paidOn !== null && issuedOn !== null && paidOn < issuedOn)
}
