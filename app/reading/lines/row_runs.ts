import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import type { LabelHit } from '#app/reading/labels/find_labels'
import type { DetailRow } from '#app/reading/lines/detail_rows'
import { strengthOf } from '#app/reading/solver/amount_evidence'

/** `isClear`: every row has a description and none belongs to the sums at the foot. */
export type DetailTable = { rows: DetailRow[]; addsUp: boolean; isClear: boolean; score: number }

/** A sum that rows may add up to, and how much that speaks for them. */
export type Target = { sum: number; weight: number }

/** A sum at the foot that happens to add up is the last choice. */
const footPenalty = 4

/** "10 expediciones   187,80" under ten of them: a row that is the sum of those since the last such row is none of its own. */
export function withoutSubtotals(rows: DetailRow[]): DetailRow[] {
  const kept: DetailRow[] = []
  let since: DetailRow[] = []
  for (const row of rows) {
    const sums = since.map((_, from) => since.slice(from).reduce((sum, one) => sum + one.amount.value, 0))
    const isSum = sums.slice(0, -1).includes(row.amount.value)
    since = isSum ? [] : [...since, row].slice(-summedMax)
    if (!isSum) kept.push(row)
  }
  return kept
}

const summedMax = 60

/** Every run of rows that adds up to a target. */
export function windows(
  rows: DetailRow[],
  targets: Target[],
  foot: Set<number>,
  material: ReadingMaterial
): DetailTable[] {
  const found: DetailTable[] = []
  const weights = new Map<number, number>()
  for (const { sum, weight } of targets) weights.set(sum, Math.max(weight, weights.get(sum) ?? 0))
  for (let start = 0; start < rows.length; start += 1) {
    let sum = 0
    for (let end = start; end < rows.length; end += 1) {
      sum += rows[end]?.amount.value ?? 0
      const weight = weights.get(sum)
      const run = rows.slice(start, end + 1)
      if (weight === undefined || hasFarNothing(run, foot, material)) continue
      const isClear = isClearRun(run, foot)
      found.push({ rows: run, addsUp: true, isClear, score: weight + quality(run, foot, material) })
    }
  }
  return found
}

const nearHeights = 5

/**
 * "Básica 20   0,00" of an annex, "VAT – outside the scope   0.00" after the sum: what is worth nothing and stands far from
 * the other rows, or behind a sum, is none of them.
 */
function hasFarNothing(rows: DetailRow[], foot: Set<number>, material: ReadingMaterial): boolean {
  const isFar = (one: DetailRow | undefined, other: DetailRow | undefined) =>
    one !== undefined &&
    other !== undefined &&
    one.amount.value === 0 &&
    (one.amount.page !== other.amount.page ||
      Math.abs(one.amount.y0 - other.amount.y0) > nearHeights * material.layout.textHeight ||
      [...foot].some((line) => line > other.amount.line && line < one.amount.line))
  return isFar(rows.at(-1), rows.at(-2)) || isFar(rows[0], rows[1])
}

/** Whether every row has a name and none is of the sums. */
export function isClearRun(rows: DetailRow[], foot: Set<number>): boolean {
  return rows.every((row) => row.description.length >= 3) && !reachesFoot(rows, foot)
}

/** "Recargo combustible" between two rows of goods is one of them, whatever it sounds like; the sums begin or end a run. */
function reachesFoot(rows: DetailRow[], foot: Set<number>): boolean {
  return [rows[0], rows.at(-1)].some((row) => row !== undefined && foot.has(row.amount.line))
}

/** How much a run looks like the rows of a table of goods. */
export function quality(rows: DetailRow[], foot: Set<number>, material: ReadingMaterial): number {
  const first = rows[0]
  const header = first ? headerOver(first, material) : null
  const wordless = rows.filter((row) => row.description.length < 3).length
  const named = rows.filter((row) => strengthOf(row.amount, 'lineAmount') > 0.15).length / rows.length
  const inFoot = reachesFoot(rows, foot)
  return (
    (header ? 1.2 : 0) +
    0.8 * named +
    Math.min(rows.length, 10) * 0.1 -
    wordless * 0.8 -
    (inFoot ? footPenalty : 0) -
    (endsInNothing(rows) ? 0.3 : 0)
  )
}

/** Charges and their refund at the end cancel each other out. */
function endsInNothing(rows: DetailRow[]): boolean {
  let sum = 0
  return rows.toReversed().some((row, index) => {
    sum += row.amount.value
    return sum === 0 && index > 0 && index < rows.length - 1
  })
}

/** The label of amounts over the first row whose line also names descriptions, quantities or prices. */
export function headerOver(row: DetailRow, material: ReadingMaterial): LabelHit | null {
  const near = material.labels.filter(
    (label) =>
      label.page === row.amount.page && label.kinds.includes('lineAmount') && label.y1 <= row.amount.y0 + 2
  )
  const over = near.filter(
    (label) =>
      Math.min(label.x1, row.amount.x1) - Math.max(label.x0, row.amount.x0) > -3 * material.layout.textHeight
  )
  const best = over.toSorted((a, b) => b.y1 - a.y1)[0]
  if (!best || row.amount.y0 - best.y1 > 6 * material.layout.textHeight) return null
  const companions = material.labels.filter(
    (label) =>
      label.page === best.page &&
      Math.abs(label.y0 - best.y0) < 2.5 * material.layout.textHeight &&
      label !== best
  )
  return companions.some((label) =>
    label.kinds.some((kind) => ['description', 'quantity', 'price', 'reference'].includes(kind))
  )
    ? best
    : null
}
