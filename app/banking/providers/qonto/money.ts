import { type Currency, currencyExponent } from '#app/kernel/money/money'

/**
 * Minor units of an amount as a service writes it, a decimal text or a JSON number in its shortest decimal form. Digits are
 * moved, never multiplied. RangeError when it is no decimal, or has more decimals than the currency.
 */
export function minorOfDecimal(decimal: string | number, currency: Currency): number {
  const [, sign = '', whole = '', decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(decimal)) ?? []
  const exponent = currencyExponent(currency)
  const minor = Number(whole + decimals.slice(0, exponent).padEnd(exponent, '0'))
  if (whole === '' || /[1-9]/.test(decimals.slice(exponent)) || !Number.isSafeInteger(minor))
    throw new RangeError(`«${decimal}» is no amount of ${currency}`)
  return sign === '-' && minor !== 0 ? -minor : minor
}
