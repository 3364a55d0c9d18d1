import type { AmountCandidate } from '#app/reading/candidates/find_amounts'
import type { LabelHit } from '#app/reading/labels/find_labels'
import { amountKinds, type LabelKind } from '#app/reading/labels/label_kinds'
import type { DocumentLayout } from '#app/reading/layout/layout_types'
import { relatedLabels, strengthByKind } from '#app/reading/layout/relations'

/** An amount with how strongly the labels around it name it. `id` is its place in the list. */
export type AmountEvidence = AmountCandidate & { id: number; strengths: Map<LabelKind, number> }

const columnKinds: readonly LabelKind[] = [
  'lineAmount',
  'price',
  'quantity',
  'description',
  'rate',
  'reference',
]

/** Gathers for every amount the labels that speak about it. */
export function weighAmounts(
  amounts: AmountCandidate[],
  labels: LabelHit[],
  layout: DocumentLayout
): AmountEvidence[] {
  const useful = labels.filter((label) =>
    label.kinds.some((kind) => amountKinds.includes(kind) || columnKinds.includes(kind))
  )
  const related = amounts.map((amount) =>
    relatedLabels(amount, useful, layout, [...amountKinds, ...columnKinds])
  )
  const under = new Map<LabelHit, number>()
  for (const { relation, label } of related.flat())
    if (relation === 'above') under.set(label, (under.get(label) ?? 0) + 1)
  return amounts.map((amount, id) => ({
    ...amount,
    id,
    strengths: strengthByKind(
      (related[id] ?? []).map((one) => {
        const isOfColumn =
          one.relation === 'above' && one.label.kinds.includes('total') && (under.get(one.label) ?? 0) > 2
        const isWhole = one.label.kinds.includes('total') && ofDocument.test(one.label.text)
        const share =
          (isWhole ? documentShare : 1) *
          (isOfColumn ? columnShare : 1) *
          (isInProse(amount, layout) ? proseShare : 1)
        return { ...one, strength: one.strength * share }
      })
    ),
  }))
}

/** "Total de la factura" beside a bare "Total". */
const documentShare = 1.15
const ofDocument = /fact|fatt|fatur|invoice|rechnung|document/

/** "… en la que figuraban una base de 1.284,00 € y un total de 1.553,64 €": sums that a sentence tells may be another's. */
const proseShare = 0.7
const proseWordsMin = 7

function isInProse({ line, words }: AmountCandidate, layout: DocumentLayout): boolean {
  const segment = layout.lines[line]?.segments.find((one) => words[0] && one.words.includes(words[0]))
  const small = segment?.words.filter((word) => /^\p{Ll}+[.,;]?$/u.test(word.text)) ?? []
  return small.length >= proseWordsMin
}

/** "Total" over a column of goods names none of them the total: what is left of the strength of such a heading. */
const columnShare = 0.45

export function strengthOf(amount: AmountEvidence, kind: LabelKind): number {
  return amount.strengths.get(kind) ?? 0
}

/** Strength of the best of several kinds. */
export function strengthOfAny(amount: AmountEvidence, kinds: readonly LabelKind[]): number {
  return Math.max(0, ...kinds.map((kind) => strengthOf(amount, kind)))
}
