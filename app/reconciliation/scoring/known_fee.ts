import { Money } from '#app/kernel/money/money'

/** What a payment service keeps back of what it pays in: a share and a fixed amount. Nothing where both are zero. */
export type KnownFee = { basisPoints: number; fixedMinor: number }

const WHOLE_BASIS_POINTS = 10_000

/** What is kept back of takings; null of a payment, and where nothing is known. */
export function feeOf(amountMinor: number, { basisPoints, fixedMinor }: KnownFee): number | null {
  if (amountMinor <= 0 || (basisPoints === 0 && fixedMinor === 0)) return null
  const feeMinor = Money.of(amountMinor).percent(basisPoints).minor + fixedMinor
  return feeMinor < amountMinor ? feeMinor : null
}

/** The takings of which just this much comes in: rounding leaves none, one or a few. */
export function grossesOf(netMinor: number, fee: KnownFee): number[] {
  if (netMinor <= 0 || (fee.basisPoints === 0 && fee.fixedMinor === 0)) return []
  const near = Math.round(
    ((netMinor + fee.fixedMinor) * WHOLE_BASIS_POINTS) / (WHOLE_BASIS_POINTS - fee.basisPoints)
  )
  return [near - 1, near, near + 1].filter((gross) => gross - (feeOf(gross, fee) ?? 0) === netMinor)
}
