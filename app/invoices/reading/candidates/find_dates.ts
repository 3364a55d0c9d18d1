import type { DocumentLayout, Word } from '#app/invoices/reading/layout/layout_types'
import { median } from '#app/invoices/reading/layout/page_geometry'
import { type Place, placeOf } from '#app/invoices/reading/layout/relations'
import { fold, isWithinEdits } from '#app/invoices/reading/text_forms'
import { dayOf } from '#app/kernel/calendar_date'

export type DateCandidate = Place & { day: string; text: string; confidence: number }
export type DayOrder = 'day-first' | 'month-first'

const months: [number, string[]][] = [
  [
    1,
    [
      'enero',
      'ene',
      'gener',
      'gen',
      'january',
      'jan',
      'januar',
      'janner',
      'janvier',
      'janv',
      'janeiro',
      'gennaio',
      'januari',
    ],
  ],
  [
    2,
    [
      'febrero',
      'feb',
      'febr',
      'february',
      'februar',
      'fevrier',
      'fevr',
      'fev',
      'fevereiro',
      'febbraio',
      'februari',
      'febrer',
    ],
  ],
  [3, ['marzo', 'mar', 'marc', 'march', 'marz', 'mars', 'marco', 'maart', 'mrt']],
  [4, ['abril', 'abr', 'april', 'apr', 'avril', 'avr', 'aprile']],
  [5, ['mayo', 'may', 'maig', 'mai', 'maio', 'maggio', 'mag', 'mei']],
  [6, ['junio', 'jun', 'juny', 'june', 'juni', 'juin', 'junho', 'giugno', 'giu']],
  [7, ['julio', 'jul', 'juliol', 'july', 'juli', 'juillet', 'juil', 'julho', 'luglio', 'lug']],
  [8, ['agosto', 'ago', 'agost', 'august', 'aug', 'aout', 'augustus', 'ag']],
  [
    9,
    [
      'septiembre',
      'setiembre',
      'sep',
      'sept',
      'set',
      'setembre',
      'september',
      'septembre',
      'setembro',
      'settembre',
    ],
  ],
  [
    10,
    ['octubre', 'oct', 'octubre', 'october', 'oktober', 'okt', 'octobre', 'outubro', 'out', 'ottobre', 'ott'],
  ],
  [11, ['noviembre', 'nov', 'novembre', 'november', 'novembro']],
  [
    12,
    [
      'diciembre',
      'dic',
      'desembre',
      'des',
      'december',
      'dec',
      'dezember',
      'dez',
      'decembre',
      'dezembro',
      'dicembre',
    ],
  ],
]
const monthByName = new Map(months.flatMap(([month, names]) => names.map((name) => [name, month] as const)))
const longMonths = [...monthByName.keys()].filter((name) => name.length >= 6)
const yearMin = 2000
const yearMax = 2099

/** Every date of the document with its place. Numeric dates are day first unless the document is written in dollars. */
export function findDates(layout: DocumentLayout, order: DayOrder): DateCandidate[] {
  return layout.lines.flatMap((line) =>
    line.segments.flatMap((segment) => {
      const found: DateCandidate[] = []
      let index = 0
      while (index < segment.words.length) {
        const candidate =
          dateAt(segment.words, index, line.index, order) ??
          brokenDateAt(layout, segment.words, index, line.index, order)
        if (candidate) found.push(candidate)
        index += candidate ? candidate.words.filter((word) => segment.words.includes(word)).length : 1
      }
      return found
    })
  )
}

function dateAt(words: Word[], start: number, line: number, order: DayOrder): DateCandidate | null {
  for (const count of [7, 6, 5, 4, 3, 2, 1]) {
    const run = words.slice(start, start + count)
    if (run.length < count) continue
    const text = run.map((word) => word.text).join(' ')
    const day = readDateText(text, order)
    if (day)
      return { ...placeOf(run, line), day, text, confidence: median(run.map((word) => word.confidence)) }
  }
  return null
}

/** "…18 de agosto de" at the end of a line and the year at the beginning of the next. */
function brokenDateAt(
  layout: DocumentLayout,
  words: Word[],
  start: number,
  line: number,
  order: DayOrder
): DateCandidate | null {
  const tail = words.slice(start)
  if (tail.length < 2 || tail.length > 4 || !/^\d{1,2}\D?$/.test(tail[0]?.text ?? '')) return null
  const first = layout.lines[line + 1]?.words[0]
  const year = /^(20\d{2})\b/.exec(first?.text ?? '')?.[1]
  if (!first || !year) return null
  const text = `${tail.map((word) => word.text).join(' ')} ${year}`
  const day = readDateText(text, order)
  return day
    ? {
        ...placeOf(tail, line),
        words: [...tail, first],
        day,
        text,
        confidence: median(tail.map((word) => word.confidence)),
      }
    : null
}

/** Reads one date in the ways of es, ca, en, fr, de, pt, it and nl; an ISO day or null. */
export function readDateText(text: string, order: DayOrder = 'day-first'): string | null {
  const plain = fold(text)
    .replace(/[.,;:)\]]+$/, '')
    .replace(/^[([]+/, '')
    .trim()
  return readNumeric(plain, order) ?? readNamed(plain)
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
  const monthFirst = /^([a-z]{3,})\.?[\s-]+(\d{1,2})(?:st|nd|rd|th)?\s?,?[\s-]+(\d{4})$/.exec(text)
  if (!monthFirst) return null
  const month = monthOf(monthFirst[1] ?? '')
  return month ? plausibleDay(Number(monthFirst[3]), month, Number(monthFirst[2])) : null
}

function monthOf(name: string): number | null {
  const exact = monthByName.get(name)
  if (exact) return exact
  const near = name.length >= 5 ? longMonths.find((month) => isWithinEdits(month, name, 1)) : undefined
  return near ? (monthByName.get(near) ?? null) : null
}

function fullYear(text: string): number {
  return text.length === 2 ? yearMin + Number(text) : Number(text)
}

function plausibleDay(year: number, month: number, day: number): string | null {
  return year >= yearMin && year <= yearMax ? dayOf(year, month, day) : null
}
