import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import type { DetailRow } from '#app/reading/lines/detail_rows'
import { toNumber } from '#app/reading/lines/read_quantity'
import { isWithinEdits } from '#app/reading/pages/text_forms'

const wholeMax = 9999
/** Prices printed with cents: "21" may be a rate. */
const pricedText = /\d[.,]\d{2,4}\D{0,3}$/

/**
 * The quantities of a recognised table whose rows mostly print one. A single figure is what recognition leaves out most:
 * where a row has none, or one that its price does not prove, the price tells how often it goes into the amount.
 */
export function provenQuantities(
  rows: readonly DetailRow[],
  quantities: readonly (number | null)[],
  material: ReadingMaterial
): (number | null)[] {
  const given = quantities.filter((quantity) => quantity !== null).length
  if (material.layout.source !== 'recognised' || given < rows.length * 0.5) return [...quantities]
  return rows.map((row, at) => proven(row, quantities[at] ?? null, material))
}

function proven(row: DetailRow, quantity: number | null, material: ReadingMaterial): number | null {
  const taken = new Set([...row.amount.words, ...row.descriptionWords].map((word) => word.id))
  const amount = row.amount.value / 100
  const numbers = row.line.words
    .filter((word) => !taken.has(word.id))
    .flatMap((word) => toNumber(word, material.mark))
  if (quantity !== null && numbers.some(({ value }) => isProduct(quantity, value, amount))) return quantity
  const prices = numbers.filter(({ value, word }) => value !== 0 && pricedText.test(word.text))
  const parted = quantity === null ? null : withLostComma(quantity, prices, amount)
  if (parted !== null) return parted
  const wholes = new Set(
    prices
      .map(({ value }) => ({ value, whole: Math.round(amount / value) }))
      .filter(
        ({ value, whole }) =>
          Math.abs(whole) >= 1 && Math.abs(whole) <= wholeMax && isProduct(whole, value, amount)
      )
      .map(({ whole }) => whole)
  )
  const [only, ...others] = wholes
  if (only === undefined || others.length > 0) return quantity
  return quantity === null || isWithinEdits(String(quantity), String(only), 1) ? only : quantity
}

/** "3197" for 31,97: the comma that was not recognised stands where a price proves it. */
function withLostComma(
  quantity: number,
  prices: readonly { value: number }[],
  amount: number
): number | null {
  const options = [10, 100, 1000]
    .map((shift) => quantity / shift)
    .filter((option) => prices.some(({ value }) => isProduct(option, value, amount)))
  return options.length === 1 ? (options[0] ?? null) : null
}

const isProduct = (quantity: number, price: number, amount: number): boolean =>
  Math.abs(quantity * price - amount) < 0.011
