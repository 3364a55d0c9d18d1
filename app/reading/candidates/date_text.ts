import { dayOf } from '#app/kernel/time/calendar_date'
import { monthOf } from '#app/reading/candidates/month_names'
import { fold } from '#app/reading/pages/text_forms'

export type DayOrder = 'day-first' | 'month-first'

const yearMin = 2000
const yearMax = 2099

/** Reads one date in the ways of es, ca, en, fr, de, pt, it and nl; an ISO day or null. */
export function readDateText(text: string, order: DayOrder = 'day-first'): string | null {
  const plain = fold(text)
    .replace(/[.,;:)\]]+$/, '')
    .replace(/^[([]+/, '')
    .trim()
  return readNumeric(plain, order) ?? readNamed(plain) ?? readYearFirst(plain) ?? readRoman(plain)
}

function readNumeric(text: string, order: DayOrder): string | null {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:t[\d:.]+z?)?$/.exec(text)
  if (iso) return plausibleDay(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const match = /^(\d{1,2})\s?([-/.·])\s?(\d{1,2})\s?\2\s?(\d{4}|\d{2})$/.exec(text)
  if (!match) return null
  const [first, second, year] = [Number(match[1]), Number(match[3]), fullYear(match[4] ?? '')]
  const [day, month] =
    order === 'month-first' && second > 12 === false && first <= 12 ? [second, first] : [first, second]
  return plausibleDay(year, month, day) ?? plausibleDay(year, day, month)
}

/** "2025-ABE-05", "2026ko martxoaren 5a": the year first, as Basque has it. */
function readYearFirst(text: string): string | null {
  const match =
    /^(\d{4})(?:\(?e?\)?ko)?[\s./-]+([a-z]{3,}?)(?:aren|ren|ak|k)?[\s./-]+(\d{1,2})(?:an?|ko)?$/.exec(text)
  const month = match ? (monthOf(match[2] ?? '') ?? monthOf(`${match[2]}a`)) : null
  return match && month ? plausibleDay(Number(match[1]), month, Number(match[3])) : null
}

const romanMonths = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii']

/** "5-III-2026", "2 XI-2026", as registers and notaries write it. */
function readRoman(text: string): string | null {
  const match = /^(\d{1,2})(?:\s?[-/.]\s?|\s)([ivx]{1,4})\s?[-/.]\s?(\d{4}|\d{2})$/.exec(text)
  const month = romanMonths.indexOf(match?.[2] ?? '') + 1
  return match && month > 0 ? plausibleDay(fullYear(match[3] ?? ''), month, Number(match[1])) : null
}

function readNamed(text: string): string | null {
  const dayFirst =
    /^(\d{1,2})(?:\.|st|nd|rd|th|er|º|o)?[\s./-]*(?:de |d'|d’|of |del )?\s?([a-z]{2,})\.?[\s./-]*,?\s?(?:de |del |of |')?\s?(\d{4}|\d{2})$/.exec(
      text
    )
  // "October 1 - October 31, 2024" is no day of the year 2031.
  const isRange = /\s[-–]\s/.test(text) && dayFirst?.[3]?.length === 2
  if (dayFirst && !isRange) {
    const month = monthOf(dayFirst[2] ?? '')
    return month ? plausibleDay(fullYear(dayFirst[3] ?? ''), month, Number(dayFirst[1])) : null
  }
  const monthFirst = /^([a-z]{3,})\.?[\s-]+(\d{1,2})(?:st|nd|rd|th)?(?:\s?,\s?|[\s-]+)(\d{4})$/.exec(text)
  if (!monthFirst) return null
  const month = monthOf(monthFirst[1] ?? '')
  return month ? plausibleDay(Number(monthFirst[3]), month, Number(monthFirst[2])) : null
}

function fullYear(text: string): number {
  return text.length === 2 ? yearMin + Number(text) : Number(text)
}

function plausibleDay(year: number, month: number, day: number): string | null {
  return year >= yearMin && year <= yearMax ? dayOf(year, month, day) : null
}
