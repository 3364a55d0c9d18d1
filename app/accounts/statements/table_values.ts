import { type CalendarDate, dayOf, isCalendarDate } from '#app/kernel/calendar_date'
import { type Currency, currencyExponent } from '#app/kernel/currency'
import { parseAmount } from '#app/kernel/money'
import { foldText } from '#app/kernel/similarity'

/** So many figures more of one kind than of the other leave no doubt. */
const certainty = 500

/**
 * The decimal mark the figures of a file use, by those that can only be read one way; null when none tells, and then a
 * figure such as "1.234" has to be asked about.
 */
export function findDecimalMark(figures: Iterable<string>): ',' | '.' | null {
  let commas = 0
  let dots = 0
  for (const figure of figures) {
    const mark = /([.,])\d{1,2}\D*$/.exec(figure)?.[1] ?? /\d([.,])\d{3}\1\d{3}/.exec(figure)?.[1]
    if (mark === undefined) continue
    const isThousands = /\d([.,])\d{3}\1\d{3}(?!.*[.,]\d{1,2}\D*$)/.test(figure)
    if ((mark === ',') !== isThousands) commas++
    else dots++
    if (Math.abs(commas - dots) === certainty) break
  }
  if (commas === dots) return null
  return commas > dots ? ',' : '.'
}

/** A figure under the decimal mark of its file, in minor units; null when it cannot be read for sure. */
export function readFigure(text: string, mark: ',' | '.' | null, currency: Currency): number | null {
  const isAmbiguous = /^\D*\d{1,3}[.,]\d{3}\D*$/.test(text)
  if (mark === null && isAmbiguous && currencyExponent(currency) !== 3) return null
  return parseAmount(
    mark === '.' ? text.replaceAll(/[.,]/g, (found) => (found === '.' ? ',' : '.')) : text,
    currency
  )
}

/** A date of a table, its time left out; null when it is no day. Dates that begin with the year are read as such. */
export function readTableDay(text: string, order: 'dmy' | 'mdy'): CalendarDate | null {
  const [written = ''] = text.trim().split(/[ T]/)
  if (isCalendarDate(written)) return written
  const ymd = /^(\d{4})[/.-]?(\d{2})[/.-]?(\d{2})$/.exec(written)
  if (ymd) return dayOf(Number(ymd[1]), Number(ymd[2]), Number(ymd[3]))
  const parts = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{2}|\d{4})$/.exec(written)
  if (!parts) return null
  const [first, second, year] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  const fullYear = year < 100 ? 2000 + year : year
  return order === 'dmy' ? dayOf(fullYear, second, first) : dayOf(fullYear, first, second)
}

const debitWords: ReadonlySet<string> = new Set('-,d,debe,debito,cargo,adeudo,debit,dbit,dr'.split(','))
const creditWords: ReadonlySet<string> = new Set('+,h,haber,credito,abono,ingreso,credit,crdt,cr'.split(','))

/**
 * An amount with the sign that a column of its own gives it (D or H, Cargo or Abono, - or +). Null when the word is not
 * known, "C" for example, or says the contrary of a minus sign: nobody may guess between a charge and an income.
 */
export function withSign(amountMinor: number | null, word: string): number | null {
  if (amountMinor === null || amountMinor === 0) return amountMinor
  const key = foldText(word) || word.trim()
  if (debitWords.has(key)) return -Math.abs(amountMinor)
  return creditWords.has(key) && amountMinor > 0 ? amountMinor : null
}

/** How a bank writes the figures of its column of charges, by most of them: with a minus sign or without. */
export function findDebitSign(figures: readonly (number | null)[]): 'positive' | 'negative' {
  const negative = figures.filter((figure) => figure !== null && figure < 0).length
  const positive = figures.filter((figure) => figure !== null && figure > 0).length
  return negative > positive ? 'negative' : 'positive'
}
