import { codeRun } from '#app/invoices/reading/candidates/code_text'
import type { ReadingMaterial } from '#app/invoices/reading/fields/reading_material'
import type { LabelHit } from '#app/invoices/reading/labels/find_labels'
import type { Word } from '#app/invoices/reading/layout/layout_types'
import { overlapOf } from '#app/invoices/reading/layout/page_geometry'
import { indexOfWord } from '#app/invoices/reading/layout/word_runs'

const linesBelow = 3
const valueReachHeights = 32

/** A run of words with how well its place fits the label; `isDateLike` ones also read as a day. */
export type ValueBeside = { words: Word[]; relation: number; isDateLike?: boolean }

/** What may be the number that a label names: what follows it on the line, else what stands below or before it. */
export function valuesBeside(label: LabelHit, material: ReadingMaterial): ValueBeside[] {
  const right = rightOf(label, material)
  if (right.length > 0) return [{ words: right, relation: 1 }]
  const dateLike = dateLikeNumber(label, material)
  if (dateLike) return [{ words: [dateLike], relation: 0.9, isDateLike: true }]
  const values = belowOf(label, material)
  return [...values, ...leftOf(label, material), ...aboveOf(label, material)]
}

/** The code that follows on the line, over a short label of the "Nr." kind and a few filler words. */
function rightOf(label: LabelHit, material: ReadingMaterial): Word[] {
  const line = material.layout.lines[label.line]
  const last = label.words.at(-1)
  if (!line || !last) return []
  const index = line.words.indexOf(last)
  for (let skip = 1; skip <= 3; skip += 1) {
    const word = line.words[index + skip]
    if (
      !word ||
      word.x0 - (line.words[index + skip - 1]?.x1 ?? 0) > valueReachHeights * material.layout.textHeight
    )
      return []
    const run = codeRun(segmentWordsFrom(word, line.words), 0)
    if (run.length > 0) return withBrokenTail(run, material)
    if (!/^[#:.\-–(]+$|^(n|no|nr|num|nº|n°)[.:ºo°*?"'”]*$|^\(?\d{3}\)$|^e?l?:$/i.test(word.text)) return []
  }
  return []
}

/** "Factura nº: 15/06/26   Fecha: 30/06/2026": a number of three parts, when the document has another date. */
function dateLikeNumber(label: LabelHit, material: ReadingMaterial): Word | null {
  if (!label.kinds.includes('invoiceNumber')) return null
  const line = material.layout.lines[label.line]
  const word = line?.words[indexOfWord(line.words, label.words.at(-1)) + 1]
  if (!word || !/^\d{1,4}[-/]\d{1,4}[-/]\d{1,4}$/.test(word.text)) return null
  const own = material.dates.find((date) => date.words.includes(word))
  const hasIssueDate = material.dates.some(
    (date) =>
      date !== own &&
      material.labels.some(
        (one) =>
          one.line === date.line &&
          one.x1 <= date.x0 &&
          one.kinds.some((kind) => kind === 'issueDate' || kind === 'genericDate')
      )
  )
  return own && hasIssueDate ? word : null
}

function segmentWordsFrom(word: Word, words: Word[]): Word[] {
  const start = words.indexOf(word)
  const run = [word]
  for (const next of words.slice(start + 1)) {
    const previous = run.at(-1)
    if (previous && next.x0 - previous.x1 > (word.y1 - word.y0) * 1.1) break
    run.push(next)
  }
  return run
}

/** A number that the printer broke after its dash goes on at the beginning of the next line. */
function withBrokenTail(run: Word[], material: ReadingMaterial): Word[] {
  const last = run.at(-1)
  if (!last || !/[-/]$/.test(last.text)) return run
  const next = material.layout.lines.find(
    (line) =>
      line.page === last.page &&
      line.y0 > last.y0 + 2 &&
      line.words.some((word) => Math.abs(word.x0 - (run[0]?.x0 ?? 0)) < 40)
  )
  const tail = next?.words.find((word) => /^\d/.test(word.text))
  return tail ? [...run, tail] : run
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
      const isUnder =
        overlapOf([label.x0, label.x1], [segment.x0, segment.x1]) > 0 ||
        Math.abs(segment.x0 - label.x0) < layout.textHeight
      const run = isUnder ? codeRun(segment.words, 0) : []
      const isWhole = run.length === segment.words.length
      const steps = Math.max(0, line.y0 - label.y1) / (layout.textHeight * 1.8)
      if (run.length > 0)
        found.push({ words: run, relation: (isWhole ? 0.9 : 0.5) / (1 + 0.35 * Math.floor(steps)) })
    }
  }
  return found.slice(0, 2)
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
  if (run.length > 0 && run.length === before.length) return [{ words: run, relation: 0.6 }]
  const line = material.layout.lines[label.line]
  const segments = line?.segments ?? []
  const previous = segments[segments.indexOf(label.segment) - 1]
  if (index > 0 || !previous || label.x0 - previous.x1 > 8 * material.layout.textHeight) return []
  const whole = codeRun(previous.words, 0)
  return whole.length === previous.words.length ? [{ words: whole, relation: 0.5 }] : []
}
