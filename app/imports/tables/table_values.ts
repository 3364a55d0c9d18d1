import type { Direction } from '#app/imports/tables/direction_words'
import { type Currency, currencyExponent } from '#app/kernel/money/currency'
import { parseAmount } from '#app/kernel/money/money'
import { foldText } from '#app/kernel/text/similarity'
import { type CalendarDate, dayOf, isCalendarDate } from '#app/kernel/time/calendar_date'

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

/**
 * A date of a table, its time left out; null when it is no day. Dates that begin with the year are read as such, and months
 * by their names («05-nov-2026», «5 de noviembre de 2026», "Nov 5, 2026").
 */
export function readTableDay(text: string, order: 'dmy' | 'mdy'): CalendarDate | null {
  const [written = ''] = text.trim().split(/[ T]/)
  if (/\p{L}{3}/u.test(text)) return readNamedDay(text)
  if (isCalendarDate(written)) return written
  const ymd = /^(\d{4})[/.-]?(\d{2})[/.-]?(\d{2})$/.exec(written)
  if (ymd) return dayOf(Number(ymd[1]), Number(ymd[2]), Number(ymd[3]))
  const parts = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{2}|\d{4})$/.exec(written)
  if (!parts) return null
  const [first, second, year] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  const fullYear = year < 100 ? 2000 + year : year
  return order === 'dmy' ? dayOf(fullYear, second, first) : dayOf(fullYear, first, second)
}

/** Three letters tell the months of Spanish and its neighbours apart, but for June and July in French. */
const monthStarts: Readonly<Record<string, number>> = Object.fromEntries(
  (
    'ene 1,jan 1,gen 1,gene 1,feb 2,fev 2,fevr 2,mar 3,marz 3,marc 3,abr 4,apr 4,avr 4,may 5,mai 5,maig 5,maio 5,mag 5,mei 5,jun 6,juin 6,giu 6,juny 6,' +
    'jul 7,juil 7,lug 7,julho 7,ago 8,aug 8,aou 8,aout 8,agos 8,sep 9,set 9,sept 9,oct 10,okt 10,out 10,ott 10,nov 11,dic 12,dec 12,dez 12,des 12,dici 12'
  )
    .split(',')
    .map((entry) => {
      const [name = '', month] = entry.split(' ')
      return [name, Number(month)]
    })
)

/** The month that a folded word names, whole or by its beginning, from 1; null for any other. */
export const monthNamed = (word: string): number | null =>
  monthStarts[word] ?? monthStarts[word.slice(0, 4)] ?? monthStarts[word.slice(0, 3)] ?? null

function readNamedDay(text: string): CalendarDate | null {
  const plain = foldText(text.replace(/[ T]\d{1,2}:\d{2}.*$/, ''))
  const dayFirst = /^(\d{1,2})(?: de)? (\p{L}{3,10})(?: del?)? (\d{4}|\d{2})$/u.exec(plain)
  const monthFirst = /^(\p{L}{3,10}) (\d{1,2}) (\d{4})$/u.exec(plain)
  const [day, name = '', year] = dayFirst
    ? [dayFirst[1], dayFirst[2], dayFirst[3]]
    : [monthFirst?.[2], monthFirst?.[1], monthFirst?.[3]]
  const month = monthNamed(name)
  if (month === null || day === undefined || year === undefined) return null
  return dayOf(year.length === 2 ? 2000 + Number(year) : Number(year), month, Number(day))
}

/**
 * An amount with the sign that a column of its own gives it. Null when nobody can tell the direction or it says the contrary
 * of a minus sign: nobody may guess between a charge and an income.
 */
export function withSign(amountMinor: number | null, direction: Direction | null): number | null {
  if (amountMinor === null || amountMinor === 0) return amountMinor
  if (direction === 'debit') return -Math.abs(amountMinor)
  return direction === 'credit' && amountMinor > 0 ? amountMinor : null
}

/** How a bank writes the figures of its column of charges, by most of them: with a minus sign or without. */
export function findDebitSign(figures: readonly (number | null)[]): 'positive' | 'negative' {
  const negative = figures.filter((figure) => figure !== null && figure < 0).length
  const positive = figures.filter((figure) => figure !== null && figure > 0).length
  return negative > positive ? 'negative' : 'positive'
}
