import { type DayOrder, readDateText } from '#app/reading/candidates/date_text'
import type { DateCandidate } from '#app/reading/candidates/find_dates'
import { monthOf } from '#app/reading/candidates/month_names'
import type { DocumentLayout, Word } from '#app/reading/layout/layout_types'
import { median, overlapOf } from '#app/reading/layout/page_geometry'
import { placeOf } from '#app/reading/layout/relations'
import { fold } from '#app/reading/pages/text_forms'

const brokenPartsMax = 3
const brokenGapHeights = 1.4

/**
 * A date that goes on in the next line: at the beginning of a paragraph's line ("… 18 de agosto de" / "2026"), or right
 * under its first part in a narrow column ("31-03-" / "2026", "10." / "Dezember" / "2025").
 */
export function brokenDateAt(
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
