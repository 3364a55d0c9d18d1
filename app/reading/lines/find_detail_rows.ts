import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import { crosswiseRows } from '#app/reading/lines/crosswise_rows'
import { type DetailRow, toDetailRow } from '#app/reading/lines/detail_rows'
import { withoutExtras } from '#app/reading/lines/extra_rows'
import { findFootLines } from '#app/reading/lines/foot_lines'
import { proseRows } from '#app/reading/lines/prose_rows'
import { repairedRows } from '#app/reading/lines/repair_rows'
import {
  type DetailTable,
  headerOver,
  isClearRun,
  quality,
  type Target,
  windows,
  withoutSubtotals,
} from '#app/reading/lines/row_runs'
import { type AmountEvidence, strengthOf } from '#app/reading/solver/amount_evidence'
import type { Solution } from '#app/reading/solver/solution'
import { isLeftOut } from '#app/reading/stages'

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
  const foot = findFootLines(material)
  const used = new Set([
    solution?.totalFrom?.id,
    ...(solution?.rows.flatMap((row) => [
      row.amountFrom?.id,
      isNamedBase(row.baseFrom) && foot.has(row.baseFrom?.line ?? -1) ? row.baseFrom?.id : undefined,
    ]) ?? []),
  ])
  const targets = targetSums(solution, amounts)
  const tables = columnsOf(amounts, material).flatMap((column) => {
    const rows = column
      .filter((amount) => !used.has(amount.id))
      .map((amount) => toDetailRow(amount, material))
      .filter((row) => row !== null)
    const body = rows.filter((row) => !row.isFooter).slice(0, rowsMax)
    const parts = withoutSubtotals(body)
    return [
      ...windows(body, targets, foot, material),
      ...(parts.length < body.length ? windows(parts, targets, foot, material) : []),
      ...underHeader(rows, foot, material),
    ]
  })
  const best = severalFor(
    tables.map((table) => behindTotal(table, solution)).toSorted((a, b) => b.score - a.score),
    solution
  )
  const isTold = best?.addsUp && best.isClear && best.rows.length > 1
  const crosswise =
    solution && !isTold
      ? ((best?.isClear ? null : crosswiseRows(amounts, solution.base, material)) ??
        proseRows(amounts, solution.base, material))
      : null
  if (crosswise) return { rows: crosswise, addsUp: true, isClear: true, score: 0 }
  if (!best) return null
  return withoutExtras(repaired(best, solution, material), amounts, foot, material)
}

const behindTotalPenalty = 0.4

/** "VISA  34,80" below the total repeats it: a lone row is rather one before the sums. */
function behindTotal(table: DetailTable, solution: Solution | null): DetailTable {
  const [only, ...more] = table.rows
  const total = solution?.totalFrom
  const isBehind = only && total && more.length === 0 && only.amount.line > total.line
  return isBehind ? { ...table, score: table.score - behindTotalPenalty } : table
}

/** A lone row that is the sum of several others, or what is to be paid for them, is no row of goods but a sum of them. */
function severalFor([best, ...others]: DetailTable[], solution: Solution | null): DetailTable | undefined {
  const [only, ...more] = best?.rows ?? []
  if (!best || !only || more.length > 0) return best
  const isTotal =
    solution !== null && only.amount.value === solution.total && solution.total !== solution.base
  const several = others.find(({ rows, addsUp, isClear }) => {
    const sum = rows.reduce((all, row) => all + row.amount.value, 0)
    return (
      addsUp &&
      rows.length > 1 &&
      rows.every((row) => row.amount.id !== only.amount.id) &&
      (isTotal ? sum === solution.base : isClear && sum === only.amount.value)
    )
  })
  return several ?? best
}

/** Of a recognised table that misses a base which is certain the misread amounts are those of one figure. */
function repaired(table: DetailTable, solution: Solution | null, material: ReadingMaterial): DetailTable {
  if (material.layout.source === 'text' || isLeftOut('repair') || table.addsUp || !solution?.addsUp)
    return table
  const rows = repairedRows(table.rows, solution.base, material)
  return rows ? { ...table, rows, addsUp: true } : table
}

function isNamedBase(amount: AmountEvidence | null): boolean {
  return amount !== null && strengthOf(amount, 'base') > Math.max(0.3, strengthOf(amount, 'lineAmount'))
}

function targetSums(solution: Solution | null, amounts: AmountEvidence[]): Target[] {
  if (!solution) return []
  const discounts = amounts.filter((amount) => strengthOf(amount, 'discount') > 0.5 && amount.value !== 0)
  const targets = [
    { sum: solution.base, weight: 4 },
    { sum: solution.base + solution.outlays, weight: solution.outlays ? 2.6 : 0 },
    { sum: solution.total + (solution.withholding?.amount ?? 0), weight: 2 },
    ...discounts.map((amount) => ({ sum: solution.base + Math.abs(amount.value), weight: 2.7 })),
    ...discounts.map((amount) => ({ sum: solution.total + Math.abs(amount.value), weight: 1.8 })),
    ...amounts
      .filter((amount) => strengthOf(amount, 'gross') > 0.5)
      .map((amount) => ({
        sum: amount.value,
        weight: Math.abs(amount.value) > Math.abs(solution.base) ? 4 : 2.4,
      })),
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

/** When no sum holds: the rows from a header down to the first row of totals. */
function underHeader(rows: DetailRow[], foot: Set<number>, material: ReadingMaterial): DetailTable[] {
  const start = rows.findIndex((row) => !row.isFooter && headerOver(row, material) !== null)
  if (start < 0) return []
  const kept: DetailRow[] = []
  for (const row of rows.slice(start)) {
    const isTotal = ['base', 'total', 'tax'].some(
      (kind) => strengthOf(row.amount, kind as 'base') > Math.max(0.5, strengthOf(row.amount, 'lineAmount'))
    )
    if (row.isFooter || isTotal || foot.has(row.amount.line)) break
    kept.push(row)
  }
  return kept.length > 0
    ? [
        {
          rows: kept,
          addsUp: false,
          isClear: isClearRun(kept, foot),
          score: 0.6 + quality(kept, foot, material),
        },
      ]
    : []
}
