import { type Currency, currencyExponent } from '#app/kernel/money/currency'
import { divideRounded } from '#app/kernel/money/rational'

/** From this quantity on, this price: ten-thousandths of the currency's unit, like every rate of a contract. */
export type Tier = { from_qty: string; price_minor4: number }

/** Decimals of a rate and of a quantity. */
const DECIMALS = 4
const SCALE = 10_000

/**
 * A number with at most four decimals, as the database writes it ("12.5", "-3.0000"), in ten-thousandths. Null when it is
 * no such number or leaves the safe integers.
 */
export function toMinor4(text: string): number | null {
  const parts = /^(-?)(\d{1,11})(?:\.(\d{1,4}))?$/.exec(text.trim())
  if (!parts) return null
  const [, sign = '', whole = '0', decimals = ''] = parts
  const scaled = Number(whole) * SCALE + Number(decimals.padEnd(DECIMALS, '0'))
  return sign === '-' && scaled !== 0 ? -scaled : scaled
}

/** Ten-thousandths as a decimal text with a point: 12345 is "1.2345", at least two decimals. */
export function minor4Text(minor4: number): string {
  const digits = String(Math.abs(minor4)).padStart(DECIMALS + 1, '0')
  const decimals = digits.slice(-DECIMALS).replace(/0{1,2}$/, '')
  return `${minor4 < 0 ? '-' : ''}${digits.slice(0, -DECIMALS)}.${decimals}`
}

/** The price of a quantity: that of the highest tier it reaches, else the plain one. Quantities of credit notes count as positive. */
export function tierPrice(unitPriceMinor4: number, tiers: readonly Tier[], quantity: string): number {
  const wanted = Math.abs(toMinor4(quantity) ?? 0)
  let best: { from: number; price: number } | null = null
  for (const tier of tiers) {
    const from = toMinor4(tier.from_qty) ?? 0
    if (from <= wanted && (!best || from >= best.from)) best = { from, price: tier.price_minor4 }
  }
  return best?.price ?? unitPriceMinor4
}

/** What a quantity costs at a rate, in minor units of the currency, to the nearest (ties away from zero). */
export function amountAt(priceMinor4: number, quantity: string, currency: Currency): number {
  const product = BigInt(priceMinor4) * BigInt(toMinor4(quantity) ?? 0)
  const divisor = 10n ** BigInt(2 * DECIMALS - currencyExponent(currency))
  return Number(divideRounded(product, divisor, 'half_away_from_zero'))
}

/**
 * A rate as people write it and Excel gives it: "1,2345", "1.234,50", "12.5 €". Null when it is none, has more than four
 * decimals or can be read in two ways ("1.234" is a thousand to one and a rate to another).
 */
export function parseRate(text: string): number | null {
  const figure = text.replaceAll(/[\s\u00a0\u202f€]/g, '')
  if (/^-?\d{1,3}(\.\d{3})+(,\d{1,4})?$/.test(figure))
    return figure.includes(',') || figure.split('.').length > 2
      ? toMinor4(figure.replaceAll('.', '').replace(',', '.'))
      : null
  return toMinor4(figure.replace(',', '.'))
}
