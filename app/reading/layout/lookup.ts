import type { AmountCandidate } from '#app/reading/candidates/find_amounts'
import type { LabelHit } from '#app/reading/labels/find_labels'
import type { Segment } from '#app/reading/layout/layout_types'

/** Groups of a list that is asked for again and again, worked out once for as long as the list lives. */
class Lookup<Item, Key> {
  private readonly known = new WeakMap<readonly Item[], Map<Key, Item[]>>()

  constructor(private readonly keyOf: (item: Item) => Key) {}

  find(list: readonly Item[], key: Key): Item[] {
    const groups = this.known.get(list) ?? Map.groupBy(list, this.keyOf)
    this.known.set(list, groups)
    return groups.get(key) ?? []
  }
}

const byPage = new Lookup<LabelHit, number>((label) => label.page)
const bySegment = new Lookup<LabelHit, Segment>((label) => label.segment)
const byLine = new Lookup<AmountCandidate, number>((amount) => amount.line)

export function labelsOfPage(labels: readonly LabelHit[], page: number): LabelHit[] {
  return byPage.find(labels, page)
}

export function labelsOfSegment(labels: readonly LabelHit[], segment: Segment): LabelHit[] {
  return bySegment.find(labels, segment)
}

export function amountsOfLine(amounts: readonly AmountCandidate[], line: number): AmountCandidate[] {
  return byLine.find(amounts, line)
}
