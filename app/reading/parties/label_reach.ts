import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import { isAloneInSegment, type LabelHit } from '#app/reading/labels/find_labels'
import type { Block } from '#app/reading/layout/blocks'
import type { Segment } from '#app/reading/layout/layout_types'
import { labelsOfSegment } from '#app/reading/layout/lookup'
import { overlapOf } from '#app/reading/layout/page_geometry'

/** How far over a block a label may stand, in heights of text. */
const reachHeights = 4.5

/** "Cliente: Hoteles Mar, S.L.      NIF: B…": the number at the end of the line belongs to the name before it. */
export function isInline(label: LabelHit, segment: Segment, material: ReadingMaterial): boolean {
  if (label.line !== segment.line || label.x1 > segment.x0) return false
  const startsWithTaxLabel = material.labels.some(
    (one) => one.segment === segment && one.words[0] === segment.words[0] && one.kinds.includes('taxId')
  )
  const reach = label.y1 + reachHeights * material.layout.textHeight
  // The name may stand in a column of its own after the label, and its number under it.
  const segments = material.layout.lines[label.line]?.segments ?? []
  const name = segments[segments.indexOf(label.segment) + 1]
  const right = name && name !== segment ? name.x1 : label.segment.x1
  const hasOwnId = material.taxIds.some(
    (id) =>
      id.page === label.page &&
      id.line > label.line &&
      id.y0 < reach &&
      overlapOf([id.x0, id.x1], [label.segment.x0, right]) > 0
  )
  if (hasOwnId) return false
  return (
    startsWithTaxLabel &&
    !material.taxIds.some((id) => id.line === label.line && id.x0 > label.x1 && id.x1 < segment.x0)
  )
}

/** "Día   24/08" over "Para   Gestión Hotelera, S.L.U. · B39144027": in a column of headings each names what stands beside it. */
export function isFieldOf(label: LabelHit, segment: Segment, material: ReadingMaterial): boolean {
  if (label.line !== segment.line || !isHeadingOfField(label.segment, material)) return false
  const segments = material.layout.lines[label.line]?.segments ?? []
  if (segments.indexOf(segment) !== segments.indexOf(label.segment) + 1) return false
  const { textHeight } = material.layout
  const isNext = (one: Segment) =>
    one !== label.segment &&
    one.page === label.page &&
    Math.abs(one.x0 - label.segment.x0) < 0.5 * textHeight &&
    Math.abs(one.y0 - label.y0) < fieldRowHeights * textHeight
  return material.labels.some((one) => {
    const beside = material.layout.lines[one.line]?.segments ?? []
    const value = beside[beside.indexOf(one.segment) + 1]
    return (
      isNext(one.segment) &&
      isHeadingOfField(one.segment, material) &&
      value !== undefined &&
      Math.abs(value.x0 - segment.x0) < 0.5 * textHeight
    )
  })
}

const fieldRowHeights = 4
const sectionLinesMax = 9
const sectionIndentHeights = 5

/** "Verkäufer" over "Bezeichnung   KTB GmbH", "Anschrift   …": a heading alone on its line, over fields with their values. */
export function isSectionOf(label: LabelHit, segment: Segment, { layout }: ReadingMaterial): boolean {
  const between = layout.lines.slice(label.line + 1, segment.line + 1)
  const opening = layout.lines[label.line]
  return (
    between.length > 0 &&
    between.length <= sectionLinesMax &&
    opening?.segments.length === 1 &&
    label.segment.words[0] === label.words[0] &&
    label.segment.words.length <= label.words.length + 2 &&
    between.every((line) => {
      const [field, value] = line.segments
      return (
        line.page === label.page &&
        line.segments.length === 2 &&
        field !== undefined &&
        value !== undefined &&
        field.x0 >= label.x0 - 2 &&
        field.x0 - label.x0 < sectionIndentHeights * layout.textHeight &&
        !/\d/.test(field.text) &&
        Math.abs(value.x0 - segment.x0) < layout.textHeight
      )
    })
  )
}

/** A label right over the block of a party, in its column. */
export function isOver(label: LabelHit, block: Block, material: ReadingMaterial): boolean {
  const gap = block.y0 - label.y1
  if (
    label.page !== block.page ||
    gap < -material.layout.textHeight * 0.5 ||
    gap > reachHeights * material.layout.textHeight ||
    hasValueBetween(label, block, material)
  )
    return false
  const aligned = Math.abs(label.x0 - block.x0) < material.layout.textHeight * 2.5
  const centred = Math.abs(label.x0 + label.x1 - block.x0 - block.x1) < material.layout.textHeight * 4
  return (
    aligned || centred || overlapOf([label.x0, label.x1], [block.x0, block.x1]) > 0.7 * (label.x1 - label.x0)
  )
}

/** "Vendedor" over "M. Riera" over an address: what a heading of a row names stands right under it. */
function hasValueBetween(label: LabelHit, block: Block, { layout }: ReadingMaterial): boolean {
  const under = layout.lines[label.line + 1]
  const heads = layout.lines[label.line]
  return (
    under !== undefined &&
    heads !== undefined &&
    heads.segments.length >= rowHeadsMin &&
    under.page === label.page &&
    under.y1 <= block.y0 + 1 &&
    under.segments.some(
      (one) => !block.segments.includes(one) && overlapOf([label.x0, label.x1], [one.x0, one.x1]) > 0
    )
  )
}

const rowHeadsMin = 3

/** "Verkäufer   Name: …": the label stands alone in a column left of the block. */
export function isBeside(label: LabelHit, block: Block, material: ReadingMaterial): boolean {
  const gap = block.x0 - label.x1
  const isAlone = label.segment.words.length <= label.words.length + 1
  const isLevel =
    label.y0 > block.y0 - material.layout.textHeight * 1.2 &&
    label.y0 < block.y0 + material.layout.textHeight * 1.2
  // "Datos del cliente" over "Hoteles Mar, S.L.": what stands beside the label then is the other party's.
  const hasOwnBlock = material.blocks.some(
    (one) =>
      one !== block &&
      one.page === label.page &&
      Math.abs(one.x0 - label.x0) < material.layout.textHeight * 0.5 &&
      one.y1 > label.y1 &&
      one.y0 - label.y1 < material.layout.textHeight * 1.5 &&
      one.segments.some(
        (segment) =>
          segment.y0 > label.y1 - 1 && /\p{L}{3}/u.test(segment.text) && !isHeadingOfField(segment, material)
      )
  )
  return !hasOwnBlock && isAlone && isLevel && gap > 0 && gap < material.layout.textHeight * 14
}

/** "Para" over "Evento": in a column of headings what stands under one is the next, not its value. */
function isHeadingOfField(segment: Segment, { labels }: ReadingMaterial): boolean {
  return labelsOfSegment(labels, segment).some(isAloneInSegment)
}
