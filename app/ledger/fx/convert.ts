import { type Currency, currencyExponent } from '#app/kernel/money/currency'
import { divideRounded } from '#app/kernel/money/rational'

/**
 * What an amount in minor units of a currency is in minor units of `base`, at `rate` units of the currency for one of
 * the base (the way the European Central Bank quotes). Rounds half away from zero, and never an amount to nothing: the
 * least is one minor unit. Throws RangeError for a rate that is no positive decimal.
 */
export function convertToBase(
  amountMinor: number,
  currency: Currency,
  rate: string,
  base: Currency = 'EUR'
): number {
  return roundToBase(amountMinor, currency, rate, base) || Math.sign(amountMinor)
}

/** The same of a part of an amount: what is less than half a minor unit is nothing. */
export function roundToBase(
  amountMinor: number,
  currency: Currency,
  rate: string,
  base: Currency = 'EUR'
): number {
  const { scaled, decimals } = readRate(rate)
  const power = decimals + currencyExponent(base)
  return Number(
    divideRounded(
      BigInt(amountMinor) * 10n ** BigInt(power),
      scaled * 10n ** BigInt(currencyExponent(currency)),
      'half_away_from_zero'
    )
  )
}

/**
 * The other way round: what an amount in minor units of `base` is in minor units of a currency, at `rate` units of the
 * currency for one of the base. Rounds half away from zero, and never an amount to nothing.
 */
export function convertFromBase(
  baseMinor: number,
  currency: Currency,
  rate: string,
  base: Currency = 'EUR'
): number {
  const { scaled, decimals } = readRate(rate)
  const converted = Number(
    divideRounded(
      BigInt(baseMinor) * scaled * 10n ** BigInt(currencyExponent(currency)),
      10n ** BigInt(decimals + currencyExponent(base)),
      'half_away_from_zero'
    )
  )
  return converted === 0 ? Math.sign(baseMinor) : converted
}

/** A rate as a whole number and how many of its digits are decimals. Throws RangeError for what is no positive decimal. */
export function readRate(rate: string): { scaled: bigint; decimals: number } {
  const [, whole = '', decimals = ''] = /^(\d+)(?:\.(\d+))?$/.exec(rate) ?? []
  const scaled = BigInt(whole + decimals || '0')
  if (scaled === 0n) throw new RangeError(`«${rate}» is not an exchange rate`)
  return { scaled, decimals: decimals.length }
}
