import { fractionOf, minorOf } from '#app/banking/providers/revolut/money'
import { divideRounded } from '#app/kernel/money/rational'

const DECIMALS = 10
const ONE = 10n ** BigInt(DECIMALS)
/** Six in a thousand for exchanging. */
const FEE_PER_MILLE = 6n

/** Units of the one for one unit of the other, to ten decimals; null for a currency without rate. */
export function rateBetween(
  rates: Readonly<Record<string, string>>,
  from: string,
  to: string
): string | null {
  const [a, b] = [rates[from], rates[to]]
  if (a === undefined || b === undefined) return null
  if (from === to) return '1'
  const [source, target] = [fractionOf(a), fractionOf(b)]
  const scaled = divideRounded(
    target.numerator * source.denominator * ONE,
    target.denominator * source.numerator,
    'half_away_from_zero'
  )
  const digits = String(scaled).padStart(DECIMALS + 1, '0')
  return `${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`.replace(/\.?0+$/, '')
}

type Pair = { from: string; to: string; rate: string }

/** Minor units that a sold amount gives. */
export function bought(minor: number, { from, to, rate }: Pair): number {
  const { numerator, denominator } = fractionOf(rate)
  const [sold, got] = [BigInt(minorOf(1, from)), BigInt(minorOf(1, to))]
  return Number(divideRounded(BigInt(minor) * numerator * got, denominator * sold, 'half_away_from_zero'))
}

/** Minor units that have to be sold for an amount. */
export function sold(minor: number, { from, to, rate }: Pair): number {
  const { numerator, denominator } = fractionOf(rate)
  const [one, other] = [BigInt(minorOf(1, from)), BigInt(minorOf(1, to))]
  return Number(divideRounded(BigInt(minor) * denominator * one, numerator * other, 'half_away_from_zero'))
}

/** What exchanging costs, of what is sold. */
export const exchangeFee = (minor: number): number =>
  Number(divideRounded(BigInt(minor) * FEE_PER_MILLE, 1000n, 'half_away_from_zero'))
