import { type Currency, currencyExponent } from '#app/kernel/money/currency'
import { divideRounded } from '#app/kernel/money/rational'
import { readRate } from '#app/ledger/fx/convert'

/** Decimals of a rate that is worked out, as many as a rate that is kept has at most. */
const DECIMALS = 8

/**
 * Units of one currency for a unit of another, of what each is for one euro: a decimal of at most eight places, the last
 * rounded. Throws RangeError for what is no positive decimal.
 */
export function crossRate({ of, per }: { of: string; per: string }): string {
  const [above, below] = [readRate(of), readRate(per)]
  return rateText(above.scaled * 10n ** BigInt(below.decimals), below.scaled * 10n ** BigInt(above.decimals))
}

type Amount = { minor: number; currency: Currency }

/** The same of what was exchanged: units of `of` for a unit of `per`, both positive, in minor units. */
export function exchangedRate({ of, per }: { of: Amount; per: Amount }): string {
  return rateText(
    BigInt(of.minor) * 10n ** BigInt(currencyExponent(per.currency)),
    BigInt(per.minor) * 10n ** BigInt(currencyExponent(of.currency))
  )
}

function rateText(numerator: bigint, denominator: bigint): string {
  const scaled = divideRounded(numerator * 10n ** BigInt(DECIMALS), denominator, 'half_away_from_zero')
  const text = String(scaled).padStart(DECIMALS + 1, '0')
  return `${text.slice(0, -DECIMALS)}.${text.slice(-DECIMALS)}`.replace(/0+$/, '').replace(/\.$/, '')
}
