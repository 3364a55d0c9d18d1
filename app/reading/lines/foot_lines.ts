import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import type { LabelHit } from '#app/reading/labels/find_labels'
import type { LabelKind } from '#app/reading/labels/label_kinds'
import type { Line, Word } from '#app/reading/layout/layout_types'
import { isOfHeading } from '#app/reading/lines/table_columns'

const sumKinds: readonly LabelKind[] = [
  'total',
  'pending',
  'previous',
  'base',
  'gross',
  'tax',
  'igic',
  'ipsi',
  'surcharge',
  'withholding',
]
const tableKinds: readonly LabelKind[] = ['description', 'quantity', 'price', 'reference']
/** Labels that are as often the text of a line of goods. */
const ambiguous = /^(honorarios|cuotas?|bruto|importe|cargo|mercancia)$/

/**
 * The lines (by index) that belong to the sums at the foot: those a label of a sum names, and those under a heading of
 * sums ("Base | % IVA | Cuota") until the heading of another table of goods.
 */
export function findFootLines(material: ReadingMaterial): Set<number> {
  const labelsByLine = new Map<number, LabelHit[]>()
  for (const label of material.labels)
    labelsByLine.set(label.line, [...(labelsByLine.get(label.line) ?? []), label])
  const withAmounts = new Set(material.amounts.map((amount) => amount.line))
  const foot = new Set<number>()
  let isUnderSums = false
  let page = -1
  for (const line of material.layout.lines) {
    const labels = labelsByLine.get(line.index) ?? []
    if (line.page !== page) isUnderSums = false
    page = line.page
    if (!withAmounts.has(line.index)) {
      if (isTableHeading(labels) || isOfHeading(line, material)) isUnderSums = false
      else if (isSumsHeading(labels)) isUnderSums = true
    }
    if ((isUnderSums && !namesGoods(line, labels)) || isNamedSum(line, labels)) foot.add(line.index)
  }
  return foot
}

/** "Abbonamento Fibra   22 %   71,80" under "IVA | Imponibile": sums have no name of several words of their own. */
function namesGoods(line: Line, labels: LabelHit[]): boolean {
  return ownWords(line, labels).filter((word) => /\p{L}{3}/u.test(word.text)).length >= 2
}

function isTableHeading(labels: LabelHit[]): boolean {
  const kinds = labels.filter((label) => label.kinds.some((kind) => tableKinds.includes(kind)))
  return kinds.some((label) => label.kinds.includes('description')) || kinds.length >= 2
}

function isSumsHeading(labels: LabelHit[]): boolean {
  const sums = labels.filter((label) => label.kinds.some((kind) => sumKinds.includes(kind)))
  return sums.length >= 2 && sums.some((label) => !label.kinds.includes('lineAmount'))
}

/** "Net 21 %", "Goods total": the label of a sum with at most one other word besides figures. */
function isNamedSum(line: Line, labels: LabelHit[]): boolean {
  const sums = labels.filter(
    (label) => label.kinds.some((kind) => sumKinds.includes(kind)) && !ambiguous.test(label.text)
  )
  if (sums.length === 0) return false
  const others = ownWords(line, labels)
  // "Impuesto eléctrico" is a line, "Impuesto" alone is not.
  const isOnlyTaxWord = sums.every((label) => /^impuestos?$/.test(label.text))
  return others.length <= (isOnlyTaxWord ? 0 : 1)
}

/** The words of a line that are neither of its labels nor of its figures. */
function ownWords(line: Line, labels: LabelHit[]): Word[] {
  const labelled = new Set(labels.flatMap((label) => label.words))
  return line.words.filter(
    (word) =>
      !labelled.has(word) &&
      /\p{L}{2}/u.test(word.text) &&
      !/^(EUR|euros?|USD|GBP|CHF|de|s\/)$/i.test(word.text)
  )
}
