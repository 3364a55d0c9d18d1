import { type Currency, currencyExponent } from '#app/kernel/money/currency'
import { type CalendarDate, dayOf } from '#app/kernel/time/calendar_date'

const recordLength = 80

/** A record as the 80 positions it stands for: exports cut the blanks at its end. */
export function padRecord(line: string): string {
  return line.padEnd(recordLength, ' ')
}

/** Positions `from` to `to` as the manual counts them: from 1, both included. */
export function field(record: string, from: number, to: number): string {
  return record.slice(from - 1, to)
}

/** A date AAMMDD: years 80 to 99 are of the last century. Null when it is blank, zero or no day. */
export function shortDate(text: string): CalendarDate | null {
  if (!/^\d{6}$/.test(text)) return null
  const year = Number(text.slice(0, 2))
  return dayOf(year >= 80 ? 1900 + year : 2000 + year, Number(text.slice(2, 4)), Number(text.slice(4, 6)))
}

/** Whole digits as a number, or null when it is anything else. */
export function wholeNumber(text: string): number | null {
  return /^\d+$/.test(text) ? Number(text) : null
}

/**
 * Fourteen digits with two implied decimals and their sign key (1 debe, negative; 2 haber, positive), in minor units of
 * the currency. Null when the digits or the key are wrong, or when a currency without cents is given some.
 */
export function signedAmount(signKey: string, digits: string, currency: Currency): number | null {
  const amount = unsignedAmount(digits, currency)
  if (amount === null || (signKey !== '1' && signKey !== '2')) return null
  return signKey === '1' && amount !== 0 ? -amount : amount
}

/** The same without a sign. */
export function unsignedAmount(digits: string, currency: Currency): number | null {
  if (!/^\d{14}$/.test(digits)) return null
  const exponent = currencyExponent(currency)
  if (exponent >= 2) return Number(digits.padEnd(digits.length + exponent - 2, '0'))
  const dropped = digits.slice(digits.length - 2 + exponent)
  return /^0+$/.test(dropped) ? Number(digits.slice(0, digits.length - 2 + exponent)) : null
}

/** ISO 4217 numeric codes of the currencies a Spanish bank keeps accounts in. */
const currenciesText =
  '978 EUR,840 USD,826 GBP,756 CHF,392 JPY,124 CAD,036 AUD,752 SEK,578 NOK,208 DKK,985 PLN,203 CZK,348 HUF,946 RON,' +
  '975 BGN,949 TRY,504 MAD,156 CNY,344 HKD,702 SGD,554 NZD,484 MXN,986 BRL,032 ARS,152 CLP,170 COP,604 PEN,858 UYU,' +
  '784 AED,682 SAR,634 QAR,414 KWD,048 BHD,512 OMR,400 JOD,376 ILS,356 INR,410 KRW,764 THB,458 MYR,360 IDR,608 PHP,' +
  '704 VND,710 ZAR,818 EGP,012 DZD,788 TND,643 RUB,980 UAH,352 ISK,941 RSD,214 DOP,188 CRC,320 GTQ,340 HNL,558 NIO,' +
  '590 PAB,600 PYG,068 BOB,937 VES,192 CUP,724 ESP,191 HRK,233 EEK,428 LVL,440 LTL'

const currenciesByNumber: ReadonlyMap<string, Currency> = new Map(
  currenciesText.split(',').map((entry) => [entry.slice(0, 3), entry.slice(4)])
)

/** What an amount of an unknown currency is kept in: ISO 4217 "no currency". */
export const noCurrency: Currency = 'XXX'

/** The alphabetic code of a numeric one, or null when it is unknown. */
export function currencyByNumber(number: string): Currency | null {
  return currenciesByNumber.get(number) ?? null
}
