import type { AmountCandidate } from '#app/invoices/reading/candidates/find_amounts'
import type { LabelHit } from '#app/invoices/reading/labels/find_labels'
import { amountKinds, type LabelKind } from '#app/invoices/reading/labels/label_kinds'
import type { DocumentLayout } from '#app/invoices/reading/layout/layout_types'
import { relatedLabels, strengthByKind } from '#app/invoices/reading/layout/relations'

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
  return amounts.map((amount, id) => {
    const related = relatedLabels(amount, useful, layout, [...amountKinds, ...columnKinds])
    return { ...amount, id, strengths: strengthByKind(related) }
  })
}

export function strengthOf(amount: AmountEvidence, kind: LabelKind): number {
  return amount.strengths.get(kind) ?? 0
}

/** Strength of the best of several kinds. */
export function strengthOfAny(amount: AmountEvidence, kinds: readonly LabelKind[]): number {
  return Math.max(0, ...kinds.map((kind) => strengthOf(amount, kind)))
}
