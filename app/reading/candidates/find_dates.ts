import { dayOf } from '#app/kernel/time/calendar_date'
import { asDateText } from '#app/reading/candidates/misreadings'
import { monthOf } from '#app/reading/candidates/month_names'
import { isSpelledDay, withFigures } from '#app/reading/candidates/spelled_days'
import type { DocumentLayout, Line, Word } from '#app/reading/layout/layout_types'
import { median, overlapOf } from '#app/reading/layout/page_geometry'
import { type Place, placeOf } from '#app/reading/layout/relations'
import { fold } from '#app/reading/pages/text_forms'
import { isLeftOut } from '#app/reading/stages'

export type DateCandidate = Place & { day: string; text: string; confidence: number }
export type DayOrder = 'day-first' | 'month-first'

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
          brokenDateAt(layout, segment.words, index, line.index, order) ??
          partedDateAt(line, segment.words, index, order) ??
          (layout.source === 'recognised' && !isLeftOut('repair')
            ? misreadDateAt(segment.words[index], line.index)
            : null)
        if (candidate) found.push(candidate)
        index += candidate ? candidate.words.filter((word) => segment.words.includes(word)).length : 1
      }
      return found
    })
  )
}

/**
 * Whether numeric days of a document put the month first: what days say that can be read in one way only ("03/25/2026"),
 * else whether it is written in dollars.
 */
export function dayOrderOf(layout: DocumentLayout, isAmerican: boolean): DayOrder {
  const pairs = layout.words.flatMap(({ text }) => {
    const match = /^\D?(\d{1,2})([-/])(\d{1,2})\2(?:20\d{2}|\d{2})\D?$/.exec(text)
    return match ? [[Number(match[1]), Number(match[3])] as const] : []
  })
  const monthFirst = pairs.some(([first, second]) => first >= 1 && first <= 12 && second > 12 && second <= 31)
  const dayFirst = pairs.some(([first, second]) => first > 12 && first <= 31 && second >= 1 && second <= 12)
  return monthFirst === dayFirst
    ? isAmerican
      ? 'month-first'
      : 'day-first'
    : monthFirst
      ? 'month-first'
      : 'day-first'
}

const wordsMax = 7
const spelledWordsMax = 10

function dateAt(words: Word[], start: number, line: number, order: DayOrder): DateCandidate | null {
  const isSpelled = isSpelledDay(words[start]?.text ?? '')
  for (let count = isSpelled ? spelledWordsMax : wordsMax; count > 0; count -= 1) {
    const run = words.slice(start, start + count)
    if (run.length < count) continue
    const text = run.map((word) => word.text).join(' ')
    const day =
      readDateText(isSpelled ? withYear(withFigures(text)) : text, order) ?? spacedDay(words, start, count)
    if (day)
      return { ...placeOf(run, line), day, text, confidence: median(run.map((word) => word.confidence)) }
  }
  return null
}

/** What was written out has its year in full: "set April 30" is none. */
const withYear = (text: string) => (/\d{4}\W*$/.test(text) ? text : '')

/** "05 03 2026" with nothing but blanks in it, beside no other figures. */
function spacedDay(words: Word[], start: number, count: number): string | null {
  if (count !== 3 || [words[start - 1], words[start + 3]].some((word) => /\d/.test(word?.text ?? '')))
    return null
  const text = words
    .slice(start, start + 3)
    .map((word) => word.text)
    .join(' ')
  return /^\d{2} \d{2} 20[0-4]\d$/.test(text) ? readDateText(text.replaceAll(' ', '/')) : null
}

const misreadTrust = 0.7

function misreadDateAt(word: Word | undefined, line: number): DateCandidate | null {
  const text = word ? asDateText(word.text) : null
  const day = text ? readDateText(text) : null
  return word && text && day
    ? { ...placeOf([word], line), day, text, confidence: word.confidence * misreadTrust }
    : null
}

const partedGapHeights = 3

/** "Burgos, 9" and "de febrero de 2026" a wide blank apart: a day whose month is named goes on in the next column. */
function partedDateAt(line: Line, words: Word[], start: number, order: DayOrder): DateCandidate | null {
  const tail = words.slice(start)
  const head = tail[0]
  if (!head || tail.length > 3 || !/^\d{1,2}\.?$/.test(head.text)) return null
  const last = tail.at(-1) ?? head
  const rest = line.words.filter((word) => word.x0 > last.x0).slice(0, 4)
  const gap = (rest[0]?.x0 ?? Number.POSITIVE_INFINITY) - last.x1
  if (gap > partedGapHeights * (head.y1 - head.y0) || !rest.some((word) => monthOf(fold(word.text))))
    return null
  const found = [4, 3, 2, 1].map((count) => dateAt([...tail, ...rest.slice(0, count)], 0, line.index, order))
  return found.find((one) => one !== null && one.words.length > tail.length) ?? null
}

const brokenPartsMax = 3
const brokenGapHeights = 1.4

/**
 * A date that goes on in the next line: at the beginning of a paragraph's line ("… 18 de agosto de" / "2026"), or right
 * under its first part in a narrow column ("31-03-" / "2026", "10." / "Dezember" / "2025").
 */
function brokenDateAt(
  layout: DocumentLayout,
  words: Word[],
  start: number,
  line: number,
  order: DayOrder
): DateCandidate | null {
  const tail = words.slice(start)
  const isOpen =
    /^\d{1,2}\D?$|^\d{1,2}[-/.](\d{1,2}|\p{L}{3,})[-/.]$|^\d{4}[-/.]$|^\d{4}[-/.]\d{1,2}[-/.]$/u.test(
      tail[0]?.text ?? ''
    )
  const head = tail[0]
  if (!head || !(isOpen || monthOf(fold(head.text).replace(/\.$/, '')))) return null
  const isShort = tail.length <= 4
  const starts = [
    ...sentenceBelow(tail, line, layout).map((first) => [...tail, ...first]),
    ...(isShort ? beginningsBelow(words, line, layout).map((first) => [...tail, ...first]) : []),
    ...(isShort ? columnRuns(tail, line, layout) : []),
    // Cells set too tight: only the first word is of this column.
    ...(tail.length > 1 ? columnRuns([head], line, layout) : []),
  ]
  for (const run of starts) {
    const text = run
      .map((word, index) =>
        index === run.length - 1 ? word.text.replace(/^(20\d{2})\D.*$/, '$1') : word.text
      )
      .join(' ')
    const day = readDateText(text, order) ?? readDateText(text.replace(/([-/.]) /g, '$1'), order)
    if (day)
      return {
        ...placeOf(tail, line),
        words: run,
        day,
        text,
        confidence: median(run.map((word) => word.confidence)),
      }
  }
  return null
}

/** The first word or two ("de 2025") of the next line, of the page or of the paragraph in its own column. */
function beginningsBelow(words: Word[], line: number, layout: DocumentLayout): Word[][] {
  const [start] = words
  const first = layout.lines[line + 1]?.words ?? []
  const own =
    layout.lines
      .slice(line + 1, line + 4)
      .filter(
        (one) =>
          start && one.page === start.page && one.y0 - start.y1 < brokenGapHeights * (start.y1 - start.y0)
      )
      .flatMap((one) => one.segments)
      .find(
        (segment) =>
          start &&
          Math.min(Math.abs(segment.x0 - start.x0), Math.abs(segment.x1 - (words.at(-1)?.x1 ?? 0))) <
            (start.y1 - start.y0) * 0.5
      )?.words ?? []
  const isJoined = /^(de|del|of|d[’'])$/i.test(own[0]?.text ?? '')
  return [first.slice(0, 1), own.slice(0, isJoined ? 2 : 1)].filter((run) => run.length > 0)
}

const proseWordsMin = 3

/** "… hasta el 8" / "de mayo de 2026": how the next line of a sentence that broke inside a day goes on. */
function sentenceBelow(tail: Word[], line: number, layout: DocumentLayout): Word[][] {
  const [start] = tail
  const segment = layout.lines[line]?.segments.find((one) => start && one.words.includes(start))
  if (tail.length > 2 || !start || !segment || !/^\d{1,2}\.?$/.test(start.text)) return []
  const isProse = segment.words.filter((word) => /\p{L}{2}/u.test(word.text)).length >= proseWordsMin
  const next = layout.lines
    .slice(line + 1, line + 3)
    .filter((one) => one.page === start.page && one.y0 - start.y1 < start.y1 - start.y0)
    .flatMap((one) => one.segments)
    .find((one) => Math.abs(one.x0 - segment.x0) < start.y1 - start.y0)?.words
  return isProse && next ? [4, 3, 2].map((count) => next.slice(0, count)) : []
}

/** What stands right under the last word of a line, one line and another. */
function columnRuns(tail: Word[], line: number, layout: DocumentLayout): Word[][] {
  const runs: Word[][] = []
  const run = [...tail]
  let above = tail[0]
  for (const next of layout.lines.slice(line + 1, line + 6)) {
    if (!above || next.page !== above.page || next.y0 - above.y1 > brokenGapHeights * (above.y1 - above.y0))
      break
    const under = next.words.find(
      (word) => overlapOf([word.x0, word.x1], [tail[0]?.x0 ?? 0, tail[0]?.x1 ?? 0]) > 0
    )
    if (!under) continue
    run.push(under)
    runs.push([...run])
    above = under
    if (run.length > tail.length + brokenPartsMax - 1) break
  }
  return runs
}

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
