import { codeRun } from '#app/reading/candidates/code_text'
import { withBrokenTail, withTailAtStart } from '#app/reading/fields/numbers/broken_numbers'
import { isHeading, numberBehindTitle } from '#app/reading/fields/numbers/number_behind_title'
import { dateLikeNumber, isDottedNumber } from '#app/reading/fields/numbers/numbers_like_others'
import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import { belowOf, type ValueBeside } from '#app/reading/fields/values_below_label'
import type { LabelHit } from '#app/reading/labels/find_labels'
import { isJointWord } from '#app/reading/labels/own_words'
import { columnGapPerHeight } from '#app/reading/layout/build_layout'
import type { Line, Word } from '#app/reading/layout/layout_types'
import { indexOfWord } from '#app/reading/layout/word_runs'
import { compact } from '#app/reading/pages/text_forms'

const valueReachHeights = 32

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
