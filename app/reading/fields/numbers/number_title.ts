import { isCodeWord } from '#app/reading/candidates/code_text'
import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import { isAloneInSegment, type LabelHit } from '#app/reading/labels/find_labels'
import type { Word } from '#app/reading/layout/layout_types'

/** A bare "Nr." counts more in a segment that begins with the name of the document. */
export function titleBonus(label: LabelHit, material: ReadingMaterial): number {
  if (!label.kinds.includes('genericNumber')) return 0
  const title = material.labels.find(
    (one) =>
      one.segment === label.segment &&
      one.x1 <= label.x0 &&
      one.kinds.some((kind) => /title/i.test(kind)) &&
      !isNumberedBefore(one, label)
  )
  return title ? 0.35 : isUnderTitle(label, material) ? 0.2 : 0
}

/** "Factura 26118 (certificado n.º 2026-0419)": the title has its number before the sign of another comes. */
function isNumberedBefore(title: LabelHit, label: LabelHit): boolean {
  const { words } = title.segment
  const between = words.slice(
    words.indexOf(title.words.at(-1) as Word) + 1,
    words.indexOf(label.words[0] as Word)
  )
  return between.some((word) => isCodeWord(word.text))
}

/** "Recibo" over "N.º 34": the name of the document stands right above its number. */
function isUnderTitle(label: LabelHit, material: ReadingMaterial): boolean {
  const reach = 3 * material.layout.textHeight
  return material.labels.some(
    (one) =>
      one.page === label.page &&
      one.y1 <= label.y0 + 2 &&
      label.y0 - one.y1 < reach &&
      Math.abs(one.x0 - label.x0) < material.layout.textHeight &&
      isAloneInSegment(one) &&
      one.kinds.some((kind) => /title/i.test(kind))
  )
}
