import { codeRun } from '#app/reading/candidates/code_text'
import { withBrokenTail, withTailAtStart, withTailBelow } from '#app/reading/fields/numbers/broken_numbers'
import { isHeading, numberBehindTitle } from '#app/reading/fields/numbers/number_behind_title'
import { dateLikeNumber, isDottedNumber } from '#app/reading/fields/numbers/numbers_like_others'
import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import type { LabelHit } from '#app/reading/labels/find_labels'
import { isJointWord } from '#app/reading/labels/own_words'
import { columnGapPerHeight } from '#app/reading/layout/build_layout'
import type { Line, Segment, Word } from '#app/reading/layout/layout_types'
import { overlapOf } from '#app/reading/layout/page_geometry'
import { indexOfWord } from '#app/reading/layout/word_runs'
import { compact } from '#app/reading/pages/text_forms'

const linesBelow = 3
const valueReachHeights = 32

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

/** What may be the number that a label names: what follows it on the line, else what stands below or before it. */
export function valuesBeside(label: LabelHit, material: ReadingMaterial): ValueBeside[] {
  const right = rightOf(label, material)
  if (right.length > 0) {
    const under = isFar(label, right, material) ? rightUnder(label, material) : null
    return under
      ? [
          { words: under, relation: 0.95 },
          { words: right, relation: 0.5 },
        ]
      : [{ words: right, relation: 1 }]
  }
  const dateLike = dateLikeNumber(label, material)
  if (dateLike) return [{ words: [dateLike], relation: 0.9, isDateLike: true }]
  const behind = numberBehindTitle(label, material)
  if (behind) return [behind]
  if (isMirrored(label, material)) return leftOf(label, material)
  const isTitle = label.kinds.some((kind) => /title/i.test(kind)) && !label.kinds.includes('invoiceNumber')
  if (isTitle && !isHeading(label, material)) return leftOf(label, material)
  const values = belowOf(label, material)
  return [...values, ...leftOf(label, material), ...aboveOf(label, material)]
}

/** "Factura de GCN/26-800114": letters, figures and a joint make a code, whatever small word stands before it. */
function isUnmistakable(word: Word | undefined): boolean {
  return word !== undefined && /^[A-Z]{1,5}[-/]?\d{2,4}[-/]\d{3,}$/.test(word.text)
}

const besideHeights = 5

function isFar(label: LabelHit, value: Word[], material: ReadingMaterial): boolean {
  return (value[0]?.x0 ?? 0) - label.x1 > besideHeights * material.layout.textHeight
}

/** A code alone right under a label, beginning where the label begins: a narrow column beside other print. */
function rightUnder(label: LabelHit, material: ReadingMaterial): Word[] | null {
  const { layout } = material
  const isAlone = label.segment.words.every((word) => label.words.includes(word))
  const under = layout.lines
    .filter((line) => line.page === label.page && line.y0 >= label.y1 - layout.textHeight * 0.4)
    .flatMap((line) => line.segments)
    .find(
      (segment) =>
        segment.y0 - label.y1 < layout.textHeight && Math.abs(segment.x0 - label.x0) < layout.textHeight * 0.5
    )
  const run = under && isAlone ? codeRun(under.words, 0) : []
  return under && run.length > 0 && run.length === under.words.length ? run : null
}

/** The code that follows on the line, over a short label of the "Nr." kind and a few filler words. */
function rightOf(label: LabelHit, material: ReadingMaterial): Word[] {
  // A label broken over lines ("Factura" / "núm.") may have its value beside any of them.
  const lines = material.layout.lines
    .slice(Math.max(0, label.line - stackedLinesMax), label.line + 1)
    .filter((line) => line.words.some((word) => label.words.includes(word)))
  for (const line of lines) {
    const run = rightOnLine(label, line, material)
    if (run.length > 0) return run
  }
  return []
}

const stackedLinesMax = 6

function rightOnLine(label: LabelHit, line: Line, material: ReadingMaterial): Word[] {
  const last = line.words.findLast((word) => label.words.includes(word))
  if (!last) return []
  const index = line.words.indexOf(last)
  for (let skip = 1; skip <= 3; skip += 1) {
    const word = line.words[index + skip]
    const gap = (word?.x0 ?? 0) - (line.words[index + skip - 1]?.x1 ?? 0)
    // With nothing else on the line a value may stand at the other edge of the page.
    const reach = line.segments.length <= 2 ? 1000 : valueReachHeights * material.layout.textHeight
    if (!word || gap > reach) return []
    const run = codeRun(segmentWordsFrom(word, line.words, material), 0)
    if (run.length > 0) return withBrokenTail(run, material)
    if (skip === 1 && isDottedNumber(word, label, material)) return [word]
    const open = /^[A-Z]{1,6}[-/]$/.test(word.text) ? withTailAtStart(word, line, material) : []
    if (open.length > 0) return open
    const leadsOn = isJointWord(compact(word.text)) && isUnmistakable(line.words[index + skip + 1])
    if (!leadsOn && !/^[#:.\-–(]+$|^(n|no|nr|num|nº|n°)[.:ºo°*?"'”]*$|^\(?\d{3}\)$|^e?l?:$/i.test(word.text))
      return []
  }
  return []
}

/** A number that is set wide still is one where its words would be columns of their own. */
const widerThanColumns = 1.16

function segmentWordsFrom(word: Word, words: Word[], { layout }: ReadingMaterial): Word[] {
  const start = words.indexOf(word)
  const limit = (word.y1 - word.y0) * columnGapPerHeight[layout.source] * widerThanColumns
  const run = [word]
  for (const next of words.slice(start + 1)) {
    const previous = run.at(-1)
    if (previous && next.x0 - previous.x1 > limit) break
    run.push(next)
  }
  return run
}

function belowOf(label: LabelHit, material: ReadingMaterial): ValueBeside[] {
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

/** A code in large print with its label small below it. */
function aboveOf(label: LabelHit, material: ReadingMaterial): ValueBeside[] {
  const { layout } = material
  if (label.segment.words.length !== label.words.length) return []
  return layout.lines
    .filter((line) => {
      const gap = label.y0 - line.y1
      return line.page === label.page && gap > -layout.textHeight * 0.5 && gap < layout.textHeight * 1.3
    })
    .flatMap((line) => line.segments)
    .filter((segment) => Math.abs(segment.x0 - label.x0) < layout.textHeight)
    .flatMap((segment) => {
      const run = codeRun(segment.words, 0)
      return run.length > 0 && run.length === segment.words.length ? [{ words: run, relation: 0.6 }] : []
    })
}

/** "EV31 factura", "26-0099   N.º de factura": a code that ends just before the label. */
function leftOf(label: LabelHit, material: ReadingMaterial): ValueBeside[] {
  const index = indexOfWord(label.segment.words, label.words[0])
  const before = label.segment.words.slice(0, index)
  const run = codeRun(before, 0)
  const strength = isMirrored(label, material) ? 0.95 : 0.6
  if (run.length > 0 && run.length === before.length) return [{ words: run, relation: strength }]
  const line = material.layout.lines[label.line]
  const segments = line?.segments ?? []
  const previous = segments[segments.indexOf(label.segment) - 1]
  if (index > 0 || !previous || label.x0 - previous.x1 > 8 * material.layout.textHeight) return []
  const whole = codeRun(previous.words, 0)
  return whole.length === previous.words.length ? [{ words: whole, relation: strength - 0.1 }] : []
}

/** Whether labels stand behind their values here: those above or below it end their lines after a figure too. */
function isMirrored(label: LabelHit, material: ReadingMaterial): boolean {
  const { layout } = material
  const isBehindValue = (one: LabelHit) => {
    const line = layout.lines[one.line]
    const index = line?.segments.indexOf(one.segment) ?? -1
    const previous = line?.segments[index - 1]
    return (
      line !== undefined &&
      index === line.segments.length - 1 &&
      one.segment.words[0] === one.words[0] &&
      previous !== undefined &&
      /\d/.test(previous.text) &&
      one.x0 - previous.x1 < 3 * layout.textHeight
    )
  }
  const column = material.labels.filter(
    (one) => one.page === label.page && Math.abs(one.x0 - label.x0) < layout.textHeight && isBehindValue(one)
  )
  return isBehindValue(label) && new Set(column.map((one) => one.line)).size >= 2
}
