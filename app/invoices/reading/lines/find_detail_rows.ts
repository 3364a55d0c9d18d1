import type { ReadingMaterial } from '#app/invoices/reading/fields/reading_material'
import type { LabelHit } from '#app/invoices/reading/labels/find_labels'
import { crosswiseRows } from '#app/invoices/reading/lines/crosswise_rows'
import { type DetailRow, toDetailRow } from '#app/invoices/reading/lines/detail_rows'
import { findFootLines } from '#app/invoices/reading/lines/foot_lines'
import { repairedRows } from '#app/invoices/reading/lines/repair_rows'
import { type AmountEvidence, strengthOf } from '#app/invoices/reading/solver/amount_evidence'
import type { Solution } from '#app/invoices/reading/solver/solution'
import { isLeftOut } from '#app/invoices/reading/stages'
import { fold } from '#app/invoices/reading/text_forms'

/** `isClear`: every row has a description and none belongs to the sums at the foot. */
export type DetailTable = { rows: DetailRow[]; addsUp: boolean; isClear: boolean; score: number }

const rowsMax = 2_000
const chargeWords =
  /\b(portes|gastos de envio|envio|embalaje|fracht\w*|versand\w*|freight|shipping|carriage|frais de port|zuschlag|verpackung)\b/

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
  const foot = findFootLines(material)
  const tables = columnsOf(amounts, material).flatMap((column) => {
    const rows = column
      .filter((amount) => !used.has(amount.id))
      .map((amount) => toDetailRow(amount, material))
      .filter((row) => row !== null)
    const body = rows.filter((row) => !row.isFooter).slice(0, rowsMax)
    return [...windows(body, targets, foot, material), ...underHeader(rows, foot, material)]
  })
  const best = severalFor(tables.toSorted((a, b) => b.score - a.score))
  const crosswise = !best?.isClear && solution ? crosswiseRows(amounts, solution.base, material) : null
  if (crosswise) return { rows: crosswise, addsUp: true, isClear: true, score: 0 }
  if (!best) return null
  return withoutExtras(repaired(best, solution, material), amounts, material)
}

/** A lone row that is the sum of several others is no row of goods but a sum of them. */
function severalFor([best, ...others]: DetailTable[]): DetailTable | undefined {
  const [only, ...more] = best?.rows ?? []
  if (!best || !only || more.length > 0) return best
  const several = others.find(
    ({ rows, addsUp, isClear }) =>
      addsUp &&
      isClear &&
      rows.length > 1 &&
      rows.every((row) => row.amount.id !== only.amount.id) &&
      rows.reduce((sum, row) => sum + row.amount.value, 0) === only.amount.value
  )
  return several ?? best
}

/** Of a recognised table that misses a base which is certain the misread amounts are those of one figure. */
function repaired(table: DetailTable, solution: Solution | null, material: ReadingMaterial): DetailTable {
  if (material.layout.source === 'text' || isLeftOut('repair') || table.addsUp || !solution?.addsUp)
    return table
  const rows = repairedRows(table.rows, solution.base, material)
  return rows ? { ...table, rows, addsUp: true } : table
}

/** Discounts and charges on the whole that follow the goods are no lines when the sum of the goods is printed. */
function withoutExtras(
  table: DetailTable,
  amounts: AmountEvidence[],
  material: ReadingMaterial
): DetailTable {
  const gross = new Set(
    amounts.filter((amount) => strengthOf(amount, 'gross') > 0.5).map((amount) => amount.value)
  )
  let sum = 0
  for (const [index, row] of table.rows.entries()) {
    sum += row.amount.value
    const rest = table.rows.slice(index + 1)
    if (rest.length > 0 && gross.has(sum) && rest.every((one) => isExtra(one, material)))
      return { ...table, rows: table.rows.slice(0, index + 1) }
  }
  return table
}

function isExtra(row: DetailRow, material: ReadingMaterial): boolean {
  const isDiscount = material.labels.some(
    (label) => label.line === row.line.index && label.kinds.includes('discount') && label.x0 < row.amount.x0
  )
  return isDiscount || chargeWords.test(fold(row.description))
}

function isNamedBase(amount: AmountEvidence | null): boolean {
  return amount !== null && strengthOf(amount, 'base') > Math.max(0.3, strengthOf(amount, 'lineAmount'))
}

/** A sum at the foot that happens to add up is the last choice. */
const footPenalty = 4

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

/** Every run of rows that adds up to a target. */
function windows(
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
      if (weight === undefined) continue
      const run = rows.slice(start, end + 1)
      const isClear = isClearRun(run, foot)
      found.push({ rows: run, addsUp: true, isClear, score: weight + quality(run, foot, material) })
    }
  }
  return found
}

function isClearRun(rows: DetailRow[], foot: Set<number>): boolean {
  return rows.every((row) => row.description.length >= 3 && !foot.has(row.amount.line))
}

function quality(rows: DetailRow[], foot: Set<number>, material: ReadingMaterial): number {
  const first = rows[0]
  const header = first ? headerOver(first, material) : null
  const wordless = rows.filter((row) => row.description.length < 3).length
  const named = rows.filter((row) => strengthOf(row.amount, 'lineAmount') > 0.15).length / rows.length
  const inFoot = rows.some((row) => foot.has(row.amount.line))
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
