import { isAloneInSegment, type LabelHit } from '#app/reading/labels/find_labels'
import type { LabelKind } from '#app/reading/labels/label_kinds'
import type { DocumentLayout, Word } from '#app/reading/layout/layout_types'
import { labelsOfPage } from '#app/reading/layout/lookup'
import { extentOf, overlapOf } from '#app/reading/layout/page_geometry'
import { isLeftOut } from '#app/reading/stages'

export type Relation = 'left' | 'above' | 'right' | 'below'
export type RelatedLabel = { label: LabelHit; relation: Relation; strength: number }

/** Words that are one value on one line. */
export type Place = {
  words: Word[]
  line: number
  page: number
  x0: number
  y0: number
  x1: number
  y1: number
}

const columnReachLines = 7
const pageReachLines = 42
const weak = 0.3

export function placeOf(words: Word[], line: number): Place {
  return { words, line, page: words[0]?.page ?? 0, ...extentOf(words) }
}

/**
 * The labels that may name a value: the nearest to its left on the line, the nearest above in its column, one to its
 * right when nothing stands to the left, and one right below when nothing else does. Strength falls with distance and with what stands in between.
 */
export function relatedLabels(
  place: Place,
  labels: LabelHit[],
  layout: DocumentLayout,
  kinds: readonly LabelKind[]
): RelatedLabel[] {
  const own = new Set(place.words.map((word) => word.id))
  const wanted = labelsOfPage(labels, place.page).filter(
    (label) =>
      label.kinds.some((kind) => kinds.includes(kind)) && !label.words.some((word) => own.has(word.id))
  )
  const left = leftLabels(place, wanted, layout)
  const above = isLeftOut('columns') ? [] : aboveLabels(place, wanted, layout)
  const right = left.length > 0 ? [] : rightLabels(place, wanted, layout)
  const found = [...left, ...above, ...right]
  return found.some((one) => one.strength > weak) ? found : [...found, ...belowLabels(place, wanted, layout)]
}

function leftLabels(place: Place, labels: LabelHit[], layout: DocumentLayout): RelatedLabel[] {
  const onLine = labels.filter(
    (label) =>
      isOnLine(label, place, layout) && label.x0 < place.x0 && label.x1 <= place.x0 + layout.textHeight
  )
  const sorted = onLine.toSorted((a, b) => b.x1 - a.x1)
  const line = layout.lines[place.line]
  return sorted.slice(0, 3).map((label, rank) => {
    const between = (line?.words ?? []).filter(
      (word) => word.x0 >= label.x1 - 1 && word.x1 <= place.x0 + 1 && /\d/.test(word.text)
    )
    const distance = Math.max(0, place.x0 - label.x1) / layout.textHeight
    const strength = 1 / (1 + 0.25 * Math.min(between.length, 4) + Math.min(distance, 60) * 0.006)
    return { label, relation: 'left' as const, strength: strength * 0.55 ** rank }
  })
}

function aboveLabels(place: Place, labels: LabelHit[], layout: DocumentLayout): RelatedLabel[] {
  const reach = pageReachLines * layout.textHeight
  const candidates = labels
    .filter(
      (label) =>
        label.y1 <= place.y0 + layout.textHeight * 0.4 &&
        place.y0 - label.y1 < reach &&
        isInColumn(label, place, layout)
    )
    .toSorted((a, b) => b.y1 - a.y1)
  return candidates.slice(0, 3).map((label, rank) => {
    const linesAway = (place.y0 - label.y1) / (layout.textHeight * 1.6)
    const far = linesAway > columnReachLines ? 0.35 : 1
    const aligned = alignment(label, place, layout)
    return {
      label,
      relation: 'above' as const,
      strength: (0.92 * far * aligned * 0.6 ** rank) / (1 + Math.max(0, linesAway) * 0.07),
    }
  })
}

function rightLabels(place: Place, labels: LabelHit[], layout: DocumentLayout): RelatedLabel[] {
  const nearest = labels
    .filter((label) => isOnLine(label, place, layout) && label.x0 >= place.x1 - 1)
    .toSorted((a, b) => a.x0 - b.x0)[0]
  if (!nearest) return []
  const distance = (nearest.x0 - place.x1) / layout.textHeight
  return distance > 12 ? [] : [{ label: nearest, relation: 'right', strength: 0.7 / (1 + distance * 0.05) }]
}

/** A small label right under its value, with nothing printed beside it that it could name. */
function belowLabels(place: Place, labels: LabelHit[], layout: DocumentLayout): RelatedLabel[] {
  const under = labels
    .filter((label) => {
      const gap = label.y0 - place.y1
      const isAlone = isAloneInSegment(label)
      const isClose = gap > -layout.textHeight * 0.5 && gap < layout.textHeight * 1.3
      return isAlone && isClose && alignment(label, place, layout) >= 0.9
    })
    .toSorted((a, b) => a.y0 - b.y0)[0]
  return under ? [{ label: under, relation: 'below', strength: 0.6 }] : []
}

function isOnLine(label: LabelHit, place: Place, layout: DocumentLayout): boolean {
  if (label.line === place.line) return true
  const shared = overlapOf([label.y0, label.y1], [place.y0, place.y1])
  return shared > 0.6 * Math.min(label.y1 - label.y0, place.y1 - place.y0, layout.textHeight)
}

/** A header stands over its values when they share width, or both end or begin at the same place. */
function isInColumn(label: LabelHit, place: Place, layout: DocumentLayout): boolean {
  return alignment(label, place, layout) > 0
}

function alignment(label: LabelHit, place: Place, layout: DocumentLayout): number {
  const byOrder = orderInRow(label, place, layout)
  if (byOrder !== null) return byOrder
  const slack = layout.textHeight
  const { x0, x1 } =
    label.segment.words.length > label.words.length && label.segment.x1 - label.segment.x0 < 30 * slack
      ? label.segment
      : label
  const shared = overlapOf([x0, x1], [place.x0, place.x1]) / Math.min(x1 - x0, place.x1 - place.x0)
  if (Math.abs(x1 - place.x1) < slack * 0.6 || Math.abs(x0 - place.x0) < slack * 0.6) return 1
  if (shared > 0.3) return 0.9
  return overlapOf([x0 - slack, x1 + slack], [place.x0, place.x1]) > 0 ? 0.55 : 0
}

/** Whether a heading is the one of a value in a row of headings over a row of as many values. */
export function headsInOrder(label: LabelHit, place: Place, layout: DocumentLayout): boolean {
  return label.page === place.page && orderInRow(label, place, layout) === 1
}

const rowGapHeights = 1.6
const rowCellsMin = 3

/**
 * A row of headings right over a row of as many values belongs together one by one, though headings stand at the left
 * and figures at the right of their wide columns. Null where rows are not of that kind.
 */
function orderInRow(label: LabelHit, place: Place, layout: DocumentLayout): number | null {
  const [heads, values] = [layout.lines[label.line], layout.lines[place.line]]
  if (!heads || !values || heads.segments.length < rowCellsMin) return null
  if (heads.segments.length !== values.segments.length || values.index - heads.index > 2) return null
  if (
    values.y0 - heads.y1 > rowGapHeights * layout.textHeight ||
    values.y0 < heads.y1 - layout.textHeight * 0.5
  )
    return null
  const isOrdered = heads.segments.every((head, index) => {
    const [value, next] = [values.segments[index], heads.segments[index + 1]]
    const before = values.segments[index - 1]
    return (
      value !== undefined &&
      !/\d/.test(head.text.replace(/\(?\d{1,2}([.,]\d{1,2})?\s?%?\)?$|%/g, '')) &&
      /\d/.test(value.text) &&
      (next === undefined || value.x1 <= next.x1 + layout.textHeight) &&
      (before === undefined || head.x0 >= before.x0 - layout.textHeight)
    )
  })
  if (!isOrdered) return null
  const at = values.segments.findIndex((segment) => place.words.some((word) => segment.words.includes(word)))
  return at < 0 ? null : heads.segments[at] === label.segment ? 1 : 0
}

/** The strongest relation of a value with each kind of label. */
export function strengthByKind(related: RelatedLabel[]): Map<LabelKind, number> {
  const strengths = new Map<LabelKind, number>()
  for (const { label, strength } of related) {
    for (const kind of label.kinds) strengths.set(kind, Math.max(strengths.get(kind) ?? 0, strength))
  }
  return strengths
}
