import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import type { LabelHit } from '#app/reading/labels/find_labels'
import type { LabelKind } from '#app/reading/labels/label_kinds'
import type { Word } from '#app/reading/layout/layout_types'
import { labelsOfSegment } from '#app/reading/layout/lookup'
import { fold } from '#app/reading/pages/text_forms'

/** What labels name days. */
export const dayKinds: readonly LabelKind[] = ['issueDate', 'genericDate', 'dueDate', 'otherDate']
const proseWordsMin = 4
const terms =
  /\b(?:dias?|days?|tagen?|jours?|dagen|giorni|dies|egun|nach|ab|from|after|following|na|dalla|desde)(?: (?:de|the|der|la|a|partir|dem|del?|il|fin))*$/
const fillers = /^(?:el|the|le|den|am|zum|on|il|op|em|en|dia|:|a|al|del?|partir|previst[oa]|sera)$/

/**
 * The labels as they may name days: without those that are only words of a sentence ("Transcurrido el vencimiento se
 * aplicarán …"), the joints of a mention ("Verordnung vom 21.01.25") and the terms ("30 días fecha factura").
 */
export function labelsOfDays(material: ReadingMaterial): LabelHit[] {
  return material.labels.filter((label) => !isDayLabel(label) || speaks(label, material))
}

function isDayLabel(label: LabelHit): boolean {
  return label.kinds.some((kind) => dayKinds.includes(kind))
}

function speaks(label: LabelHit, material: ReadingMaterial): boolean {
  const { words } = label.segment
  const at = words.indexOf(label.words[0] as Word)
  // A label over two lines.
  if (at < 0) return true
  const before = fold(
    words
      .slice(0, at)
      .map((word) => word.text)
      .join(' ')
  )
  if (terms.test(before) && !label.kinds.includes('dueDate')) return false
  if (before !== '' && /^(?:vom|dated)$/.test(label.text)) return false
  if (/\b(?:de|con|of)$/.test(before) && label.kinds.includes('genericDate')) return false
  if (isOfTitle(label, material)) return false
  return !isProse(label, material) || isFollowedByDay(label, at, material)
}

/** "Factura de anticipo": the word says which invoice it is, and names no day under it. */
function isOfTitle(label: LabelHit, material: ReadingMaterial): boolean {
  const [opening] = labelsOfSegment(material.labels, label.segment)
  return (
    label.kinds.includes('otherDate') &&
    opening !== undefined &&
    opening !== label &&
    opening.words[0] === label.segment.words[0] &&
    opening.kinds.some((kind) => /title/i.test(kind))
  )
}

function isProse(label: LabelHit, material: ReadingMaterial): boolean {
  const known = new Set(labelsOfSegment(material.labels, label.segment).flatMap((one) => one.words))
  const free = label.segment.words.filter((word) => !known.has(word) && /^\p{Ll}+[.,;]?$/u.test(word.text))
  return free.length >= proseWordsMin
}

function isFollowedByDay(label: LabelHit, at: number, material: ReadingMaterial): boolean {
  const { words } = label.segment
  if (/:$/.test(label.words.at(-1)?.text ?? '')) return true
  let next = at + label.words.length
  while (fillers.test(fold(words[next]?.text ?? ''))) next += 1
  const isDay = (word: Word | undefined) =>
    word !== undefined && material.dates.some((date) => date.words[0] === word)
  // "Vencimiento único: 30 ABR 2026"
  return isDay(words[next]) || (/:$/.test(words[next]?.text ?? '') && isDay(words[next + 1]))
}
