import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import type { Line, Word } from '#app/reading/layout/layout_types'
import { type DetailRow, toDetailRow } from '#app/reading/lines/detail_rows'
import { toNumber } from '#app/reading/lines/read_quantity'
import { isWithinEdits } from '#app/reading/pages/text_forms'
import type { AmountEvidence } from '#app/reading/solver/amount_evidence'

/** Lines after the last row that may still hold one whose amount was lost. */
const linesAfterMax = 4
const numbersMax = 8

/**
 * Rows of a recognised table that miss the base they should add up to, with the amounts that make it so: what quantity
 * times price says where the print differs from it by one figure, the one amount that is a figure away from what the
 * others leave, or the row whose amount was not recognised at all. Null when none of these fits, or more than one.
 */
export function repairedRows(rows: DetailRow[], base: number, material: ReadingMaterial): DetailRow[] | null {
  const byProducts = rows.map((row) => withProduct(row, material))
  for (const own of [rows, byProducts]) {
    const missing = base - sumOf(own)
    if (missing === 0) return own
    const one = withOneChanged(own, missing, material) ?? withLostRow(own, missing, material)
    if (one) return one
  }
  return null
}

const sumOf = (rows: DetailRow[]): number => rows.reduce((sum, row) => sum + row.amount.value, 0)

function withProduct(row: DetailRow, material: ReadingMaterial): DetailRow {
  const products = productsOf(row.line, row.amount.words, material)
  if (products.has(row.amount.value)) return row
  const near = [...products].filter((product) => isNear(row.amount.value, product))
  return near.length === 1 ? withValue(row, near[0] ?? 0) : row
}

function withOneChanged(rows: DetailRow[], missing: number, material: ReadingMaterial): DetailRow[] | null {
  const options = rows.filter((row) => isNear(row.amount.value, row.amount.value + missing))
  const proven = options.filter((row) =>
    productsOf(row.line, row.amount.words, material).has(row.amount.value + missing)
  )
  const [only, ...others] = proven.length > 0 ? proven : options
  if (!only || others.length > 0) return null
  return rows.map((row) => (row === only ? withValue(row, row.amount.value + missing) : row))
}

/** The line between the rows, or right after them, whose quantity times price is what the others lack. */
function withLostRow(rows: DetailRow[], missing: number, material: ReadingMaterial): DetailRow[] | null {
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last || missing === 0) return null
  const taken = new Set(rows.map((row) => row.line.index))
  const lines = material.layout.lines.slice(first.line.index, last.line.index + 1 + linesAfterMax)
  const lost = lines.filter((line) => !taken.has(line.index) && productsOf(line, [], material).has(missing))
  const [only] = lost
  const row = only && lost.length === 1 ? rowOf(only, missing, first.amount, material) : null
  if (!row || row.isFooter || row.description.length < 3) return null
  return [...rows, row].toSorted((a, b) => a.line.index - b.line.index)
}

function rowOf(
  line: Line,
  value: number,
  column: AmountEvidence,
  material: ReadingMaterial
): DetailRow | null {
  const place = { words: [], line: line.index, page: line.page, y0: line.y0, y1: line.y1 }
  return toDetailRow({ ...column, ...place, value }, material)
}

function withValue(row: DetailRow, value: number): DetailRow {
  return { ...row, amount: { ...row.amount, value } }
}

function isNear(printed: number, meant: number): boolean {
  return (
    Math.sign(printed) === Math.sign(meant) &&
    isWithinEdits(String(Math.abs(printed)), String(Math.abs(meant)), 1)
  )
}

/** What a quantity times a price of the line, less a discount in per cent, gives in minor units. */
function productsOf(line: Line, amount: Word[], material: ReadingMaterial): Set<number> {
  const numbers = line.words
    .filter((word) => !amount.includes(word))
    .flatMap((word) => toNumber(word, material.mark))
    .filter(({ value }) => value !== 0)
    .slice(-numbersMax)
  const products = new Set<number>()
  for (const [at, quantity] of numbers.entries())
    for (const [offset, price] of numbers.slice(at + 1).entries()) {
      const gross = quantity.value * price.value * 100
      products.add(Math.round(gross))
      for (const discount of numbers.slice(at + offset + 2))
        if (discount.value < 100) products.add(Math.round((gross * (100 - discount.value)) / 100))
    }
  return products
}
