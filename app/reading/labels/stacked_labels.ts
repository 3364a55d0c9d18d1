import type { LabelHit } from '#app/reading/labels/find_labels'
import { exactLabelKinds } from '#app/reading/labels/label_index'
import type { DocumentLayout, Segment, Word } from '#app/reading/layout/layout_types'
import { extentOf, overlapOf } from '#app/reading/layout/page_geometry'
import { compact } from '#app/reading/pages/text_forms'

const wordsMax = 3
const partsMax = 3
const linesBelowMax = 4
const gapHeights = 0.7
const valueReachHeights = 14
/** How much closer (in heights) lines of one label stand than two labels do; recognised boxes are not that exact. */
const closerBy = { text: 0.12, recognised: 0.35 }

/**
 * Labels that a narrow column broke over lines: "Número" / "de" / "factura", "Fällig" / "am". Labels that are only a
 * part of one of them go.
 */
export function withStackedLabels(hits: LabelHit[], layout: DocumentLayout): LabelHit[] {
  const stacked = layout.lines.flatMap((line) =>
    line.segments.flatMap((segment) => stackFrom(segment, layout) ?? [])
  )
  if (stacked.length === 0) return hits
  const taken = new Set<Word>(stacked.flatMap((hit) => hit.words))
  return [...hits.filter((hit) => !hit.words.every((word) => taken.has(word))), ...stacked]
}

/** The longest known label that begins with a segment and goes on below it. */
function stackFrom(first: Segment, layout: DocumentLayout): LabelHit | null {
  if (!isPart(first)) return null
  const parts = [first]
  let best: LabelHit | null = null
  while (parts.length < partsMax) {
    const next = below(parts.at(-1) ?? first, layout)
    // A title over a row of headings ("FACTURA" over "Serie") is no part of them.
    if (!next || !isPart(next) || /^serie/i.test(next.text)) break
    if (parts.length === 1 && endsLabelAbove(first, next, layout)) break
    parts.push(next)
    // Two labels that each have a value of their own are no broken one.
    if (parts.filter((part) => hasOwnValue(part, layout)).length > 1) break
    // "Número ……… 26/114" over "Página ……… 1/1", the values at the far edge.
    if (parts.every((part) => exactLabelKinds(compact(part.text)).length > 0 && hasValueAfter(part, layout)))
      break
    const words = parts.flatMap((part) => part.words)
    const text = compact(
      words
        .map((word) => word.text)
        .join('')
        .replace(/-(?=\p{L})/gu, '')
    )
    const kinds = exactLabelKinds(text)
    if (kinds.length > 0)
      best = { kinds, text, words, segment: next, line: next.line, page: next.page, ...extentOf(parts) }
  }
  return best
}

/**
 * "Cód." over "cliente" and, a little further down, "N.º": the first part ends the label above it, whose value stands beside
 * that, when it is set closer to that one than to what follows.
 */
function endsLabelAbove(first: Segment, next: Segment, layout: DocumentLayout): boolean {
  const over = layout.lines
    .slice(Math.max(0, first.line - linesBelowMax), first.line)
    .filter((line) => line.page === first.page)
    .flatMap((line) => line.segments)
    .filter((one) => Math.abs(one.x0 - first.x0) < layout.textHeight * 0.3 && one.y1 < first.y1)
    .at(-1)
  if (!over || !isPart(over) || !hasOwnValue(over, layout)) return false
  const closer = next.y0 - first.y1 - (first.y0 - over.y1)
  return closer > layout.textHeight * closerBy[layout.source]
}

/** Whether a figure stands right before or after a segment on its line. */
function hasOwnValue(segment: Segment, layout: DocumentLayout): boolean {
  const segments = layout.lines[segment.line]?.segments ?? []
  const at = segments.indexOf(segment)
  const reach = valueReachHeights * layout.textHeight
  const [before, after] = [segments[at - 1], segments[at + 1]]
  return (
    (before !== undefined && /\d/.test(before.text) && segment.x0 - before.x1 < reach) ||
    (after !== undefined && /\d/.test(after.text) && after.x0 - segment.x1 < reach)
  )
}

function hasValueAfter(segment: Segment, layout: DocumentLayout): boolean {
  const segments = layout.lines[segment.line]?.segments ?? []
  return /\d/.test(segments[segments.indexOf(segment) + 1]?.text ?? '')
}

function isPart(segment: Segment): boolean {
  return (
    segment.words.length <= wordsMax &&
    /\p{L}/u.test(segment.text) &&
    !/\d/.test(segment.text) &&
    !segment.words[0]?.isTurned
  )
}

function below(segment: Segment, layout: DocumentLayout): Segment | undefined {
  const height = segment.y1 - segment.y0
  return layout.lines
    .slice(segment.line + 1, segment.line + 1 + linesBelowMax)
    .filter((line) => line.page === segment.page)
    .flatMap((line) => line.segments)
    .find((one) => {
      const gap = one.y0 - segment.y1
      const shared = overlapOf([one.x0, one.x1], [segment.x0, segment.x1])
      const isSameSize = Math.abs(one.y1 - one.y0 - height) < height * 0.2
      return (
        gap > -height * 0.4 &&
        gap < height * gapHeights &&
        isSameSize &&
        shared > 0.6 * Math.min(one.x1 - one.x0, segment.x1 - segment.x0)
      )
    })
}
