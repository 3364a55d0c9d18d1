import { type Currency, currencyExponent } from '#app/kernel/money/currency'

const lengthMax = 40

/** Symbols accepted beside a figure, by the currency they name. */
const symbols: Readonly<Record<string, string>> = { EUR: '€', USD: '$', GBP: '£', JPY: '¥' }

/**
 * Reads an amount as people and files write it and gives minor units, or null when it is not an amount or is ambiguous.
 * Accepts "1.234,56", "1234,56", "1234.56", "-12,3", "1 234,56 €", "1,234.56", "(12,30)" and "12,30-".
 * A lone dot with one or two digits behind it is a decimal point, with exactly three a mark of thousands (Spanish use);
 * a lone comma is always the decimal mark. Decimals the currency does not have make it null, never a rounding.
 */
export function parseAmount(text: string, currency: Currency = 'EUR'): number | null {
  if (text.length > lengthMax) return null
  const unsigned = splitSign(stripCurrency(text.replaceAll(/[\s\u00a0\u202f\u2009]+/g, ' ').trim(), currency))
  if (unsigned === null) return null
  const exponent = currencyExponent(currency)
  const parts = splitDecimals(unsigned.figure, exponent)
  if (parts === null) return null
  const kept = parts.decimals.slice(0, exponent).padEnd(exponent, '0')
  if (/[1-9]/.test(parts.decimals.slice(exponent))) return null
  const minor = Number(parts.whole + kept)
  if (!Number.isSafeInteger(minor)) return null
  return unsigned.isNegative && minor !== 0 ? -minor : minor
}

/** Takes off the currency's code or symbol at either end, also behind or before the sign. */
function stripCurrency(text: string, currency: Currency): string {
  const upper = text.toUpperCase()
  for (const name of [currency, symbols[currency]]) {
    if (name === undefined) continue
    if (upper.endsWith(name)) return text.slice(0, -name.length).trim()
    if (upper.startsWith(name)) return text.slice(name.length).trim()
    if (/^[-−–+]/.test(text) && upper.slice(1).trimStart().startsWith(name)) {
      return text.slice(0, 1) + text.slice(1).trimStart().slice(name.length).trim()
    }
  }
  return text
}

function splitSign(text: string): { figure: string; isNegative: boolean } | null {
  const accounting = /^\((.+)\)$/.exec(text)
  if (accounting) return { figure: (accounting[1] ?? '').trim(), isNegative: true }
  const signed = /^([-−–+]?) ?([^-−–+]*?) ?([-−–+]?)$/.exec(text)
  if (!signed) return null
  const [, before = '', figure = '', after = ''] = signed
  if (before !== '' && after !== '') return null
  const sign = before + after
  return { figure, isNegative: sign !== '' && sign !== '+' }
}

function splitDecimals(figure: string, exponent: number): { whole: string; decimals: string } | null {
  const mark = decimalMark(figure)
  const at = mark === null ? figure.length : figure.lastIndexOf(mark)
  const whole = ungroup(figure.slice(0, at), mark)
  const decimals = figure.slice(at + 1)
  if (whole === null || !/^\d*$/.test(decimals)) return null
  if (whole === '' && decimals === '') return null
  // "1,234" may be an English thousand: nobody writes thousandths of a euro, so it is left to a person.
  if (mark === ',' && decimals.length === 3 && exponent < 3 && !/[ .']/.test(figure)) return null
  return { whole: whole === '' ? '0' : whole, decimals }
}

/** The last of "," and "." when both are there; one kind repeated only marks thousands. */
function decimalMark(figure: string): ',' | '.' | null {
  const commas = figure.split(',').length - 1
  const dots = figure.split('.').length - 1
  if (commas > 0 && dots > 0) return figure.lastIndexOf(',') > figure.lastIndexOf('.') ? ',' : '.'
  if (commas === 1) return ','
  if (dots === 1) return /\.\d{3}$/.test(figure) ? null : '.'
  return null
}

/** Digits of a whole part, with its marks of thousands taken off when they sit every three digits. */
function ungroup(whole: string, decimal: ',' | '.' | null): string | null {
  if (/^\d*$/.test(whole)) return whole
  const mark = /[^\d]/.exec(whole)?.[0]
  if (mark === undefined || mark === decimal || !`., '`.includes(mark)) return null
  const [first = '', ...rest] = whole.split(mark)
  const isGrouped = /^[1-9]\d{0,2}$/.test(first) && rest.every((group) => /^\d{3}$/.test(group))
  return isGrouped ? first + rest.join('') : null
}

type FormatOptions = {
  /** `always` writes "+" before what is above zero; without it only what is below zero has a sign. */
  sign?: 'negative' | 'always'
  /** How the currency is written: `symbol` ("€", the code where none is usual in Spain) or always the `code`. */
  display?: 'symbol' | 'code'
  /** `two` as money is shown (specification §9), rounded where the currency has more; `all` of them, for what is typed. */
  decimals?: 'two' | 'all'
}

/**
 * Writes minor units the Spanish way: always grouped, exactly two decimals (JPY and KWD too), a real minus sign. The
 * currency follows a non-breaking space when it is given; without it the figure is in cents of EUR.
 */
export function formatAmount(minor: number, currency?: Currency, options: FormatOptions = {}): string {
  const exponent = currencyExponent(currency ?? 'EUR')
  const kept = options.decimals === 'all' ? exponent : Math.min(exponent, 2)
  const shown = Math.round(Math.abs(minor) / 10 ** (exponent - kept))
  const digits = String(shown).padStart(kept + 1, '0')
  const whole = digits.slice(0, digits.length - kept)
  const decimals = digits.slice(digits.length - kept).padEnd(2, '0')
  const figure = `${sign(shown === 0 ? 0 : minor, options)}${whole.replaceAll(/\B(?=(\d{3})+$)/g, '.')},${decimals}`
  if (currency === undefined) return figure
  const name = currency === 'EUR' && options.display !== 'code' ? '€' : currency
  return `${figure}\u00a0${name}`
}

function sign(minor: number, options: FormatOptions): string {
  if (minor < 0) return '−'
  return options.sign === 'always' && minor > 0 ? '+' : ''
}

/** Writes minor units as files want them: a dot, the decimals of the currency, no grouping ("-1234.56"). */
export function decimalText(minor: number, currency: Currency = 'EUR'): string {
  const exponent = currencyExponent(currency)
  const digits = String(Math.abs(minor)).padStart(exponent + 1, '0')
  const whole = digits.slice(0, digits.length - exponent)
  const figure = exponent === 0 ? whole : `${whole}.${digits.slice(digits.length - exponent)}`
  return minor < 0 ? `-${figure}` : figure
}
