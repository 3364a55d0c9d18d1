import { type Currency, currencyExponent, decimalText } from '#app/kernel/money/money'

/** So many digits of a decimal survive in a JSON number. */
const DIGITS_MAX = 15

/** A number as its shortest decimal, never in powers of ten: `0.00000012`. */
export function plainDecimal(value: number | string): string {
  const [, sign = '', whole = '', decimals = '', power] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(String(value)) ?? []
  if (whole === '') throw new RangeError(`«${value}» is no decimal`)
  if (power === undefined) return String(value)
  const point = whole.length + Number(power)
  const digits = `${'0'.repeat(Math.max(0, 1 - point))}${whole}${decimals}`.padEnd(point, '0')
  const at = Math.max(point, 1)
  return `${sign}${digits.slice(0, at)}${digits.length > at ? `.${digits.slice(at)}` : ''}`
}

/**
 * Minor units of an amount that Revolut writes as a JSON number of major units. Digits of its shortest decimal are moved, never
 * multiplied. RangeError when it is no number, or has more decimals than the currency.
 */
export function minorOf(value: number | string, currency: Currency): number {
  const [, sign = '', whole = '', decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(plainDecimal(value)) ?? []
  const exponent = currencyExponent(currency)
  const minor = Number(whole + decimals.slice(0, exponent).padEnd(exponent, '0'))
  if (whole === '' || /[1-9]/.test(decimals.slice(exponent)) || !Number.isSafeInteger(minor))
    throw new RangeError(`«${value}» is no amount of ${currency}`)
  return sign === '-' && minor !== 0 ? -minor : minor
}

/** The JSON number that Revolut wants of minor units. RangeError for more digits than a JSON number carries exactly. */
export function majorOf(minor: number, currency: Currency): number {
  const text = decimalText(minor, currency)
  if (!Number.isSafeInteger(minor) || text.replaceAll(/[-.]/g, '').length > DIGITS_MAX)
    throw new RangeError(`${minor} of ${currency} has too many digits`)
  return Number(text)
}

/** A rate as a fraction of integers. */
export function fractionOf(rate: number | string): { numerator: bigint; denominator: bigint } {
  const [whole = '0', decimals = ''] = plainDecimal(rate).split('.')
  return { numerator: BigInt(whole + decimals), denominator: 10n ** BigInt(decimals.length) }
}
