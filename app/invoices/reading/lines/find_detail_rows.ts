import type { ReadingMaterial } from '#app/invoices/reading/fields/reading_material'
import type { LabelHit } from '#app/invoices/reading/labels/find_labels'
import { type DetailRow, toDetailRow } from '#app/invoices/reading/lines/detail_rows'
import { type AmountEvidence, strengthOf } from '#app/invoices/reading/solver/amount_evidence'
import type { Solution } from '#app/invoices/reading/solver/solution'

export type DetailTable = { rows: DetailRow[]; addsUp: boolean; score: number }

const rowsMax = 2_000

/**
 * Finds the table of lines: the run of rows in one column of amounts that adds up to the base (or the base before a
 * discount, or the total when taxes are included), under a header when there is one.
 */
export function findDetailTable(
  amounts: AmountEvidence[],
  solution: Solution | null,
  material: ReadingMaterial
): DetailTable | null {
  const used = new Set([
    solution?.totalFrom?.id,
    ...(solution?.rows.flatMap((row) => [
      row.amountFrom?.id,
      isNamedBase(row.baseFrom) ? row.baseFrom?.id : undefined,
    ]) ?? []),
  ])
  const targets = targetSums(solution, amounts)
  const tables = columnsOf(amounts, material).flatMap((column) => {
    const rows = column
      .filter((amount) => !used.has(amount.id))
      .map((amount) => toDetailRow(amount, material))
      .filter((row) => row !== null)
    const body = rows.filter((row) => !row.isFooter).slice(0, rowsMax)
    return [...windows(body, targets, material), ...underHeader(rows, material)]
  })
  return tables.toSorted((a, b) => b.score - a.score)[0] ?? null
}

function isNamedBase(amount: AmountEvidence | null): boolean {
  return amount !== null && strengthOf(amount, 'base') > Math.max(0.3, strengthOf(amount, 'lineAmount'))
}

type Target = { sum: number; weight: number }

function targetSums(solution: Solution | null, amounts: AmountEvidence[]): Target[] {
  if (!solution) return []
  const discounts = amounts.filter((amount) => strengthOf(amount, 'discount') > 0.5 && amount.value !== 0)
  const targets = [
    { sum: solution.base, weight: 4 },
    { sum: solution.base + solution.outlays, weight: solution.outlays ? 2.6 : 0 },
    { sum: solution.total + (solution.withholding?.amount ?? 0), weight: 2 },
    ...discounts.map((amount) => ({ sum: solution.base + Math.abs(amount.value), weight: 2.7 })),
    ...amounts
      .filter((amount) => strengthOf(amount, 'gross') > 0.5)
      .map((amount) => ({ sum: amount.value, weight: 2.4 })),
  ]
  return targets.filter((target) => target.weight > 0)
}

/** Amounts that stand under each other, by their right edges and again by their left ones. */
function columnsOf(amounts: AmountEvidence[], material: ReadingMaterial): AmountEvidence[][] {
  const slack = material.layout.textHeight * 1.1
  const columns: AmountEvidence[][] = []
  for (const edge of ['x1', 'x0'] as const) {
    const groups: AmountEvidence[][] = []
    for (const amount of amounts) {
      const group = groups.find((one) => Math.abs((one.at(-1)?.[edge] ?? 0) - amount[edge]) < slack)
      if (group) group.push(amount)
      else groups.push([amount])
    }
    columns.push(...groups.map((group) => group.toSorted((a, b) => a.line - b.line)))
  }
  return columns
}

/** Every run of rows that adds up to a target. */
function windows(rows: DetailRow[], targets: Target[], material: ReadingMaterial): DetailTable[] {
  const found: DetailTable[] = []
  const weights = new Map<number, number>()
  for (const { sum, weight } of targets) weights.set(sum, Math.max(weight, weights.get(sum) ?? 0))
  for (let start = 0; start < rows.length; start += 1) {
    let sum = 0
    for (let end = start; end < rows.length; end += 1) {
      sum += rows[end]?.amount.value ?? 0
      const weight = weights.get(sum)
      if (weight === undefined) continue
      const run = rows.slice(start, end + 1)
      found.push({ rows: run, addsUp: true, score: weight + quality(run, material) })
    }
  }
  return found
}

function quality(rows: DetailRow[], material: ReadingMaterial): number {
  const first = rows[0]
  const header = first ? headerOver(first, material) : null
  const wordless = rows.filter((row) => row.description.length < 3).length
  const named = rows.filter((row) => strengthOf(row.amount, 'lineAmount') > 0.15).length / rows.length
  return (header ? 1.2 : 0) + 0.8 * named + Math.min(rows.length, 10) * 0.04 - wordless * 0.4
}

/** The label of amounts over the first row whose line also names descriptions, quantities or prices. */
function headerOver(row: DetailRow, material: ReadingMaterial): LabelHit | null {
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

/** When no sum holds: the rows from a header down to the first row of totals. */
function underHeader(rows: DetailRow[], material: ReadingMaterial): DetailTable[] {
  const start = rows.findIndex((row) => !row.isFooter && headerOver(row, material) !== null)
  if (start < 0) return []
  const kept: DetailRow[] = []
  for (const row of rows.slice(start)) {
    const isTotal = ['base', 'total', 'tax'].some(
      (kind) => strengthOf(row.amount, kind as 'base') > Math.max(0.5, strengthOf(row.amount, 'lineAmount'))
    )
    if (row.isFooter || isTotal) break
    kept.push(row)
  }
  return kept.length > 0 ? [{ rows: kept, addsUp: false, score: 0.6 + quality(kept, material) }] : []
}
