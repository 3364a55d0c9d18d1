import { NoAnswer } from '#app/connectors/client/provider_client'
import { currencyExponent, decimalText } from '#app/kernel/money/money'

/**
 * Minor units of a JSON number in major units. A number of JSON that a service writes with two or three decimals is told
 * apart from every other by its shortest decimal text, so that text is read, never the binary number multiplied. NoAnswer for
 * what is no amount or has more decimals than its currency.
 */
export function minorOf(value: number | undefined | null, currency: string): number {
  const minor = typeof value === 'number' ? minorOfText(String(value), currency) : null
  if (minor === null) throw new NoAnswer(`Wise escribe un importe que no se entiende: ${value} ${currency}`)
  return minor
}

/** The same of a decimal text with a dot; null when it is none, or not exact in its currency. */
export function minorOfText(text: string, currency: string): number | null {
  const read = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  if (!read) return null
  const [, sign, whole = '', decimals = ''] = read
  const exponent = currencyExponent(currency)
  if (/[1-9]/.test(decimals.slice(exponent))) return null
  const minor = Number(whole + decimals.slice(0, exponent).padEnd(exponent, '0'))
  if (!Number.isSafeInteger(minor)) return null
  return sign === '-' && minor !== 0 ? -minor : minor
}

/** The number that JSON writes as this amount and no other. */
export const majorOf = (minor: number, currency: string): number => Number(decimalText(minor, currency))

/** An amount as an activity words it, e.g. `<positive>+ 1,234.50 EUR</positive>`: signed only where a sign is written. */
export function activityAmount(
  text: string | undefined
): { minor: number; currency: string; isCredit: boolean } | null {
  const plain = (text ?? '').replaceAll(/<[^>]*>/g, '').trim()
  const read = /^([+\-−])?\s*(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?\s*([A-Z]{3})$/.exec(plain)
  if (!read) return null
  const [, sign, whole = '', decimals = '', currency = ''] = read
  const minor = minorOfText(whole.replaceAll(',', '') + decimals, currency)
  return minor === null ? null : { minor, currency, isCredit: sign === '+' }
}

/** An instant as Wise writes it, in ISO; where no zone is written it is UTC. Null for what is none. */
export function instantOf(text: string | undefined | null): string | null {
  if (!text) return null
  const read = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(\.\d+)?(Z|[+-]\d{2}:?\d{2})?$/.exec(text)
  if (!read) return null
  const [, day, time, fraction = '', zone = 'Z'] = read
  const at = new Date(`${day}T${time}${fraction}${zone.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')}`)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}
