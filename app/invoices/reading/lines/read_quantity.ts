import type { ReadingMaterial } from '#app/invoices/reading/fields/reading_material'
import type { Word } from '#app/invoices/reading/layout/layout_types'
import type { DetailRow } from '#app/invoices/reading/lines/detail_rows'

type RowNumber = { value: number; word: Word }

/**
 * The quantity of a row: the number under the heading of quantities, else the one that times a price of the row gives
 * the amount. Null when the row prints none.
 */
export function readQuantity(row: DetailRow, material: ReadingMaterial): number | null {
  const taken = new Set([
    ...row.amount.words.map((word) => word.id),
    ...row.descriptionWords.map((word) => word.id),
  ])
  const numbers = row.line.words
    .filter((word) => !taken.has(word.id))
    .flatMap((word) => toNumber(word, material.mark))
  const amount = row.amount.value / 100
  const led = leadingQuantity(row, numbers)
  if (led !== null) return led
  const headed = numbers.filter((number) => isUnderHeading(number.word, row, material))
  // Boxes and units both have columns: the one that the price multiplies counts, whatever its heading.
  const priced =
    headed.find((number) => givesAmount(number, numbers, amount)) ?? unheadedQuantity(headed, numbers, amount)
  if (headed[0]) return (priced ?? headed[0]).value
  for (const quantity of numbers) {
    if (quantity.value === 0) continue
    const isProduct = numbers.some(
      (price) =>
        price !== quantity &&
        price.word.x0 > quantity.word.x0 &&
        Math.abs(quantity.value * price.value - amount) < 0.011
    )
    if (isProduct) return quantity.value
  }
  const alone = numbers.filter((number) =>
    row.line.segments.some((segment) => segment.words.length === 1 && segment.words[0] === number.word)
  )
  const [only] = alone
  return only && numbers.length === 1 && alone.length === 1 && isBetween(only.word, row) ? only.value : null
}

/**
 * "5 Tarta de queso   24,75": the figures that open every row of a table without headings, as tickets print them; none
 * when they only count the rows.
 */
export function leadingQuantities(rows: DetailRow[]): (number | null)[] {
  const figures = rows.map(({ line, descriptionWords: [first] }) => {
    const before = first ? line.words[line.words.indexOf(first) - 1] : undefined
    const isClose = before && first && first.x0 - before.x1 < (first.y1 - first.y0) * 1.2
    return isClose && before === line.words[0] && /^\d{1,3}$/.test(before.text) ? Number(before.text) : null
  })
  const isCount = rows.length > 1 && figures.every((figure, at) => figure === at + 1)
  return isCount || figures.includes(null) ? rows.map(() => null) : figures
}

/** "3,000 pack a 2,55", "1 viaje x 380,40": the figure that opens the row, before its unit and price. */
function leadingQuantity(row: DetailRow, numbers: RowNumber[]): number | null {
  const [first, ...rest] = numbers
  const words = row.line.words
  const at = first ? words.indexOf(first.word) : -1
  const follows = words.slice(at + 1, at + 3).map((word) => word.text)
  const joint = follows.findIndex((text) => /^(x|×|a|à|@|X|por)$/.test(text))
  // "20588 Asistencia a juicio": behind a joint stands the price.
  const isPriced = /\d/.test(words[at + joint + 2]?.text ?? '')
  return first && joint >= 0 && isPriced && rest.length > 0 ? first.value : null
}

/** The whole number that the price multiplies where no headed one has a part in the amount. */
function unheadedQuantity(headed: RowNumber[], numbers: RowNumber[], amount: number): RowNumber | undefined {
  const hasPart = headed.some(({ value }) =>
    numbers.some((other) => Math.abs(value * other.value - amount) < 0.011)
  )
  if (hasPart || headed.some(({ value }) => Math.abs(value - 1) < 0.001)) return undefined
  return numbers.find(
    (number) => Number.isInteger(number.value) && number.value > 1 && givesAmount(number, numbers, amount)
  )
}

/** Whether a price to the right, less a discount further right, makes the amount of this quantity. */
function givesAmount(quantity: RowNumber, numbers: RowNumber[], amount: number): boolean {
  const right = numbers.filter((number) => number.word.x0 > quantity.word.x0)
  return right.some((price) => {
    const gross = quantity.value * price.value
    return (
      Math.abs(gross - amount) < 0.011 ||
      right.some((discount) => Math.abs(gross * (1 - discount.value / 100) - amount) < 0.011)
    )
  })
}

/** The only figure of a row between its words and its amount, in a column of its own. */
function isBetween(word: Word, row: DetailRow): boolean {
  const last = row.descriptionWords.at(-1)
  return /^-?\d{1,4}$/.test(word.text) && last !== undefined && word.x0 > last.x1 && word.x1 < row.amount.x0
}

function isUnderHeading(word: Word, row: DetailRow, material: ReadingMaterial): boolean {
  const headings = material.labels.filter(
    (label) =>
      label.kinds.includes('quantity') &&
      label.page === word.page &&
      label.y1 <= word.y0 + 3 &&
      !material.amounts.some((amount) => amount.line === label.line)
  )
  const nearest = headings.toSorted((a, b) => b.y1 - a.y1)[0]
  if (!nearest) return false
  const level = headings.filter((label) => Math.abs(label.y0 - nearest.y0) < material.layout.textHeight)
  const slack = material.layout.textHeight * 0.8
  const isRowFigure = row.line.words.includes(word)
  return (
    isRowFigure && level.some((label) => Math.min(label.x1, word.x1) - Math.max(label.x0, word.x0) > -slack)
  )
}

/** "1.065", "7,976" and "-5,0000" as numbers, with the marks of this document. */
export function toNumber(word: Word, mark: ',' | '.'): RowNumber[] {
  const match = /^[-−]?[$€]?(\d{1,3}(?:[.,]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)?)(?:x|X|€|ud\.?|uds\.?)?$/.exec(
    word.text
  )
  if (!match) return []
  const group = mark === ',' ? '.' : ','
  const plain = (match[1] ?? '').split(group).join('').replace(mark, '.')
  const value = Number.parseFloat(plain)
  return [{ value: /^[-−]/.test(word.text) ? 0 - value : value, word }]
}
