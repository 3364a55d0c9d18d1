import { type Currency, currencyExponent } from '#app/kernel/currency'
import { divideRounded } from '#app/kernel/rational'

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
  const [, whole = '', decimals = ''] = /^(\d+)(?:\.(\d+))?$/.exec(rate) ?? []
  const scaled = BigInt(whole + decimals || '0')
  if (scaled === 0n) throw new RangeError(`«${rate}» is not an exchange rate`)
  const power = decimals.length + currencyExponent(base)
  const converted = Number(
    divideRounded(
      BigInt(amountMinor) * 10n ** BigInt(power),
      scaled * 10n ** BigInt(currencyExponent(currency)),
      'half_away_from_zero'
    )
  )
  return converted === 0 ? Math.sign(amountMinor) : converted
}
