import type { RateCandidate } from '#app/reading/candidates/find_rates'
import type { ReadTaxType } from '#app/reading/reading_types'
import { type AmountEvidence, strengthOf, strengthOfAny } from '#app/reading/solver/amount_evidence'
import { isKnownRate, rateOf } from '#app/reading/solver/rates'

export type TaxRow = {
  type: ReadTaxType
  rate: number
  base: number
  amount: number
  baseFrom: AmountEvidence | null
  amountFrom: AmountEvidence | null
  score: number
}

export type TaxVocabulary = { mentions: Set<ReadTaxType> }

const rowsMax = 16
const deviationMax = 2

/** Every pair of amounts that a rate of the document joins as base and tax, the likeliest first. */
export function findTaxRows(
  amounts: AmountEvidence[],
  rates: RateCandidate[],
  vocabulary: TaxVocabulary
): TaxRow[] {
  const distinct = [...new Set(rates.map((rate) => rate.rate))].filter((rate) => rate > 0)
  const rows = new Map<string, TaxRow>()
  for (const tax of amounts) {
    if (tax.value === 0) continue
    for (const base of amounts) {
      if (base.id === tax.id || Math.sign(base.value) !== Math.sign(tax.value)) continue
      if (Math.abs(base.value) < Math.abs(tax.value) * 1.5) continue
      for (const rate of distinct) keepBest(rows, rowOf(base, tax, rate, rates, vocabulary))
    }
  }
  return [...rows.values()].toSorted((a, b) => b.score - a.score).slice(0, rowsMax)
}

export function keepBest(rows: Map<string, TaxRow>, row: TaxRow | null): void {
  if (!row) return
  const key = `${row.type}|${row.rate}|${row.base}|${row.amount}`
  const known = rows.get(key)
  if (!known || known.score < row.score) rows.set(key, row)
}

function rowOf(
  base: AmountEvidence,
  tax: AmountEvidence,
  rate: number,
  rates: RateCandidate[],
  vocabulary: TaxVocabulary
): TaxRow | null {
  const deviation = Math.abs(rateOf(base.value, rate) - tax.value)
  if (deviation > deviationMax || (Math.abs(tax.value) < 200 && deviation > 1)) return null
  const place = ratePlaceScore(base, tax, rate, rates)
  if (place === null) return null
  const type = typeOf(tax, rate, vocabulary)
  if (!type) return null
  const taxLabel = strengthOfAny(tax, ['tax', 'igic', 'ipsi', 'surcharge'])
  const baseLabel = strengthOfAny(base, ['base', 'gross'])
  const isSameLine = base.line === tax.line
  const isDetail = strengthOf(tax, 'lineAmount') > taxLabel || strengthOf(tax, 'price') > taxLabel
  const score =
    place +
    taxLabel +
    0.8 * baseLabel +
    (isSameLine ? 0.3 : 0) -
    deviation * 0.15 -
    (isDetail ? 0.5 : 0) -
    (base.page === tax.page ? 0 : 0.2) -
    (strengthOf(tax, 'withholding') > taxLabel ? 0.8 : 0)
  return { type, rate, base: base.value, amount: tax.value, baseFrom: base, amountFrom: tax, score }
}

/** How near the rate is printed; null when it stands nowhere a rate of this row could. */
function ratePlaceScore(
  base: AmountEvidence,
  tax: AmountEvidence,
  rate: number,
  rates: RateCandidate[]
): number | null {
  let best: number | null = null
  for (const candidate of rates) {
    if (candidate.rate !== rate) continue
    const isNear =
      candidate.page === tax.page &&
      (candidate.line === tax.line ||
        candidate.line === base.line ||
        Math.abs(candidate.y0 - tax.y0) < tax.y1 - tax.y0)
    const isHeader =
      candidate.page === tax.page &&
      candidate.y1 <= tax.y0 + 2 &&
      tax.y0 - candidate.y1 < 3 * (tax.y1 - tax.y0) &&
      Math.min(candidate.x1, tax.x1) - Math.max(candidate.x0, tax.x0) > -1.5 * (tax.y1 - tax.y0)
    const score =
      isNear || (isHeader && candidate.isMarked)
        ? candidate.isMarked
          ? 0.8
          : 0.55
        : candidate.isMarked
          ? 0.2
          : null
    if (score !== null) best = Math.max(best ?? 0, score)
  }
  return best
}

/** Which tax a row is of: its own label first, then what the document speaks of. */
export function typeOf(
  tax: AmountEvidence | null,
  rate: number,
  vocabulary: TaxVocabulary
): ReadTaxType | null {
  const named: [ReadTaxType, number][] = [
    ['RE', tax ? strengthOf(tax, 'surcharge') : 0],
    ['IGIC', tax ? strengthOf(tax, 'igic') : 0],
    ['IPSI', tax ? strengthOf(tax, 'ipsi') : 0],
    [
      'IVA',
      tax && (vocabulary.mentions.has('IVA') || vatType(vocabulary) === 'IVA') ? strengthOf(tax, 'tax') : 0,
    ],
  ]
  const fallback: ReadTaxType[] = vocabulary.mentions.has('RE')
    ? [vatType(vocabulary), 'RE']
    : [vatType(vocabulary)]
  const order = [
    ...named
      .filter(([, strength]) => strength > 0.25)
      .toSorted((a, b) => b[1] - a[1])
      .map(([type]) => type),
    ...fallback,
  ]
  return order.find((type) => isKnownRate(type, rate)) ?? null
}

/** The tax on sales of the document's territory. */
export function vatType(vocabulary: TaxVocabulary): ReadTaxType {
  if (vocabulary.mentions.has('IGIC')) return 'IGIC'
  return vocabulary.mentions.has('IPSI') ? 'IPSI' : 'IVA'
}
