import { brokenDateAt } from '#app/reading/candidates/broken_dates'
import { type DayOrder, readDateText } from '#app/reading/candidates/date_text'
import { asDateText } from '#app/reading/candidates/misreadings'
import { monthOf } from '#app/reading/candidates/month_names'
import { isSpelledDay, withFigures } from '#app/reading/candidates/spelled_days'
import type { DocumentLayout, Line, Word } from '#app/reading/layout/layout_types'
import { median } from '#app/reading/layout/page_geometry'
import { type Place, placeOf } from '#app/reading/layout/relations'
import { fold } from '#app/reading/pages/text_forms'
import { isLeftOut } from '#app/reading/stages'

export type DateCandidate = Place & { day: string; text: string; confidence: number }

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
