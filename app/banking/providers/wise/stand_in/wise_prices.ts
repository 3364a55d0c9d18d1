import type { StoredQuote } from '#app/banking/providers/wise/stand_in/wise_state'
import { currencyExponent } from '#app/kernel/money/money'

/** Units of each currency for one euro, in millionths. */
const PER_EURO: Readonly<Record<string, number>> = {
  EUR: 1_000_000,
  USD: 1_083_450,
  GBP: 857_620,
  CHF: 938_710,
  SEK: 11_482_300,
  PLN: 4_312_500,
  JPY: 162_347_000,
  KWD: 332_180,
  MAD: 10_741_900,
  CAD: 1_517_260,
  AUD: 1_648_030,
  MXN: 21_930_400,
}
const MICRO = 1_000_000n

export const isTraded = (currency: string): boolean => PER_EURO[currency] !== undefined

/** How many of one currency are one of the other, in millionths. */
export function rateMicro(source: string, target: string): number {
  const from = BigInt(PER_EURO[source] ?? 0)
  const to = BigInt(PER_EURO[target] ?? 0)
  return Number(rounded(to * MICRO, from))
}

/** What Wise charges, of the source currency: something fixed, and a share of what is converted. */
function feeOf(
  minor: number,
  quote: Pick<StoredQuote, 'sourceCurrency' | 'targetCurrency' | 'payOut'>
): number {
  const exponent = currencyExponent(quote.sourceCurrency)
  const fixed = exponent === 0 ? 40 : exponent === 3 ? 330 : 33
  const isOwn = quote.payOut === 'BALANCE'
  if (quote.sourceCurrency === quote.targetCurrency) return isOwn ? 0 : fixed
  const share = Number(rounded(BigInt(minor) * (isOwn ? 35n : 43n), 10_000n))
  return isOwn ? share : fixed + share
}

/** The amounts of a quote from the one that was given. */
export function priced(quote: StoredQuote): StoredQuote {
  const { sourceCurrency, targetCurrency, given, givenMinor } = quote
  const rate = rateMicro(sourceCurrency, targetCurrency)
  const shift = currencyExponent(targetCurrency) - currencyExponent(sourceCurrency)
  const up = BigInt(10 ** Math.max(shift, 0))
  const down = BigInt(10 ** Math.max(-shift, 0))
  if (given === 'SOURCE') {
    const feeMinor = feeOf(givenMinor, quote)
    const converted = BigInt(Math.max(givenMinor - feeMinor, 0))
    const targetMinor = Number((converted * BigInt(rate) * up) / (MICRO * down))
    return { ...quote, rateMicro: rate, feeMinor, sourceMinor: givenMinor, targetMinor }
  }
  const exact = BigInt(givenMinor) * MICRO * down
  const per = BigInt(rate) * up
  const converted = Number((exact + per - 1n) / per)
  const feeMinor = feeOf(converted, quote)
  return { ...quote, rateMicro: rate, feeMinor, sourceMinor: converted + feeMinor, targetMinor: givenMinor }
}

/** A rate as a JSON number. */
export const rateNumber = (micro: number): number =>
  Number(`${Math.floor(micro / 1_000_000)}.${String(micro % 1_000_000).padStart(6, '0')}`)

const rounded = (numerator: bigint, denominator: bigint): bigint =>
  (numerator * 2n + denominator) / (denominator * 2n)
