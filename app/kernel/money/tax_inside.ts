import { divideRounded } from '#app/kernel/money/rational'

/** An amount that carries its tax, taken apart: the tax is what the rounded base leaves, so that both add up to it. */
export function taxInside(
  grossMinor: number,
  rateBasisPoints: number
): { baseMinor: number; taxMinor: number } {
  const whole = 10_000n
  const baseMinor = Number(
    divideRounded(BigInt(grossMinor) * whole, whole + BigInt(rateBasisPoints), 'half_away_from_zero')
  )
  return { baseMinor, taxMinor: grossMinor - baseMinor }
}
