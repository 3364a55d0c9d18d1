import { codeRun } from '#app/reading/candidates/code_text'
import { withTailBelow } from '#app/reading/fields/numbers/broken_numbers'
import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import type { LabelHit } from '#app/reading/labels/find_labels'
import type { Segment, Word } from '#app/reading/layout/layout_types'
import { overlapOf } from '#app/reading/layout/page_geometry'

/**
 * A run of words with how well its place fits the label; `isDateLike` ones also read as a day, `between` are words that
 * part it from the label.
 */
export type ValueBeside = {
  words: Word[]
  relation: number
  isDateLike?: boolean
  between?: string
  isShared?: boolean
}

const linesBelow = 3

/** The codes that stand in the lines under a label, at most two, the nearer the better. */
export function belowOf(label: LabelHit, material: ReadingMaterial): ValueBeside[] {
  const { layout } = material
  const found: ValueBeside[] = []
  for (const line of layout.lines) {
    if (
      line.page !== label.page ||
      line.y0 < label.y1 - layout.textHeight * 0.5 ||
      line.y0 - label.y1 > linesBelow * 2 * layout.textHeight
    )
      continue
    for (const segment of line.segments) {
      const run = runUnder(label, segment, material)
      const isWhole =
        run.length >= segment.words.length ||
        isCell(run, segment, label, material) ||
        isPartedBehind(run, segment)
      const isOwn = run[0] !== undefined && run[0] !== segment.words[0]
      const steps = Math.max(0, line.y0 - label.y1) / (layout.textHeight * 1.8)
      if (run.length > 0)
        found.push({
          words: run,
          relation: (isWhole ? 0.9 : isOwn ? 0.7 : 0.5) / (1 + 0.35 * Math.floor(steps)),
        })
    }
  }
  return found.slice(0, 2)
}

/** The code of a segment that stands under a label: its first words, or those right under it in a row set too tight. */
function runUnder(label: LabelHit, segment: Segment, material: ReadingMaterial): Word[] {
  const slack = material.layout.textHeight
  const endsSegment = label.segment.words.at(-1) === label.words.at(-1)
  const isUnder =
    overlapOf([label.x0, label.x1], [segment.x0, segment.x1]) > 0 ||
    Math.abs(segment.x0 - label.x0) < slack ||
    // "Confirmation & invoice no." over "WJ-58814"
    (endsSegment && Math.abs(segment.x0 - label.segment.x0) < 0.3 * slack)
  if (!isUnder) return []
  const first = segment.words[0]
  const open = first && segment.words.length === 1 && /^[A-Z]{1,6}[-/]$/.test(first.text)
  if (open) return withTailBelow([first], material)
  const run = codeRun(segment.words, 0)
  const covers = (word: Word) =>
    overlapOf([label.x0 - slack * 0.4, label.x1 + slack * 0.4], [word.x0, word.x1]) >
    0.3 * Math.min(word.x1 - word.x0, label.x1 - label.x0)
  const series = segment.words.find((word) => covers(word) && /^[A-Z]{1,6}[-/]$/.test(word.text))
  const broken = series ? withTailBelow([series], material) : []
  if (broken.length > 1) return broken
  const own = segment.words.findIndex((word) => covers(word) && codeRun([word], 0).length > 0)
  if (run.length > 0 && (own < 0 || covers(run[0] as Word)))
    return withTailBelow(withoutOthers(run, label, material), material)
  if (own < 0 || isWholeUnder(run, segment, label)) return run
  return codeRun(
    segment.words.slice(own).filter((word) => word.x0 <= label.x1 + slack),
    0
  )
}

/** "Handelsrechnung / Commercial Invoice No." over "EX 25-00419": all that stands under the segment of a label. */
function isWholeUnder(run: Word[], segment: Segment, label: LabelHit): boolean {
  return run.length === segment.words.length && Math.abs(segment.x0 - label.segment.x0) < label.y1 - label.y0
}

/** The words of a run up to those that stand under another heading of the row: the columns are set too tight. */
function withoutOthers(run: Word[], label: LabelHit, material: ReadingMaterial): Word[] {
  const end = run.findIndex((word, index) => index > 0 && beginsUnderOther(word, label, material))
  return end > 0 ? run.slice(0, end) : run
}

/** Whether a run is all that stands under its heading, though the print beside it is set too tight to part them. */
function isCell(run: Word[], segment: Segment, label: LabelHit, material: ReadingMaterial): boolean {
  const [first, last] = [run[0], run.at(-1)]
  if (!first || !last || Math.abs(first.x0 - label.x0) > material.layout.textHeight * 0.5) return false
  const next = segment.words[segment.words.indexOf(last) + 1]
  return next === undefined || beginsUnderOther(next, label, material)
}

/** "ANT-26/0006 | 20.01.2026": a stroke ends the number that opens its segment. */
function isPartedBehind(run: Word[], { words }: Segment): boolean {
  const next = words[run.length]
  return run[0] === words[0] && /^[|·•]$/.test(next?.text ?? '')
}

function beginsUnderOther(word: Word, label: LabelHit, material: ReadingMaterial): boolean {
  const { textHeight } = material.layout
  return material.labels.some(
    (one) =>
      one !== label &&
      one.page === label.page &&
      one.x0 > label.x1 - textHeight * 0.5 &&
      Math.abs(one.y1 - label.y1) < textHeight * 2 &&
      Math.abs(one.x0 - word.x0) < textHeight * 0.5
  )
}
