import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import type { Segment, Word } from '#app/reading/layout/layout_types'
import type { DetailRow } from '#app/reading/lines/detail_rows'
import { cleanDescription } from '#app/reading/lines/row_description'

type RowNumber = { value: number; word: Word }

/**
 * The quantity of a row: the number under the heading of quantities, else the one that times a price of the row gives
 * the amount. Null when the row prints none.
 */
export function readQuantity(row: DetailRow, material: ReadingMaterial): number | null {
  const numbers = numbersBeside(row, material)
  const amount = row.amount.value / 100
  const led = leadingQuantity(row, numbers)
  if (led !== null) return led
  const headed = numbers.filter((number) => isUnderHeading(number.word, row, material))
  // Boxes and units both have columns: the one that the price multiplies counts, whatever its heading.
  const priced =
    headed.find((number) => givesAmount(number, numbers, amount)) ?? unheadedQuantity(headed, numbers, amount)
  if (headed[0]) return (priced ?? multiplied(headed[0], numbers, amount) ?? headed[0]).value
  const times = row.line.segments.map(({ text }) => /^[x×] ?(\d{1,4})$/i.exec(text)?.[1]).find(Boolean)
  if (times) return Number(times)
  const product = numbers.find((quantity) => quantity.value !== 0 && givesAmount(quantity, numbers, amount))
  if (product) return product.value
  const below = figuresBelow(row, material)
  if (below !== null) return below
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
  const figures = rows.map((row) => Number(openingFigure(row)?.text ?? Number.NaN))
  const isCount = rows.length > 1 && figures.every((figure, at) => figure === at + 1)
  return isCount || figures.some(Number.isNaN) ? rows.map(() => null) : figures
}

/** A whole number close before the words of a row, or before a capital as the first of them. */
function openingFigure({ line, descriptionWords: [first, second] }: DetailRow): Word | null {
  if (first && second && line.words[0] === first && /^\d{1,3}$/.test(first.text))
    return /^\p{Lu}/u.test(second.text) ? first : null
  const before = first ? line.words[line.words.indexOf(first) - 1] : undefined
  const isClose = before && first && first.x0 - before.x1 < (first.y1 - first.y0) * 1.2
  return isClose && before === line.words[0] && /^\d{1,3}$/.test(before.text) ? before : null
}

/** "1 DETERG LAV 40D   11,99" among rows that open with their quantity, without a price that would prove it. */
export function withoutLeading(rows: DetailRow[]): DetailRow[] {
  if (leadingQuantities(rows).includes(null)) return rows
  return rows.map((row) => {
    const figure = openingFigure(row)
    return figure && row.descriptionWords[0] === figure ? without(row, [figure]) : row
  })
}

/** "GASOLEO A+   77,98" over "52,37 L x 1,489 EUR/L": the figures of a row on the line under it. */
function figuresBelow(row: DetailRow, material: ReadingMaterial): number | null {
  const next = material.layout.lines[row.line.index + 1]
  const isClose = next?.page === row.line.page && next.y0 - row.line.y1 < material.layout.textHeight
  if (!next || !isClose || !next.words.some(({ text }) => /^[x×X@*]$/.test(text))) return null
  const numbers = next.words.flatMap((word) => toNumber(word, material.mark))
  return numbers.find((one) => makes(one, numbers, row))?.value ?? null
}

/**
 * "Alcantarillado 413   0,2711   111,96", "6 PAN BARRA   0,85   5,10": a figure set close to the words that the price
 * multiplies is no part of them, nor is its unit ("Revista 1 szt.").
 */
export function withoutOwnQuantity(row: DetailRow, material: ReadingMaterial): DetailRow {
  const words = row.descriptionWords
  const isUnit = /^\p{L}{1,5}\.?$/u.test(words.at(-1)?.text ?? '') && words.length > 2
  const ends = [words.slice(-1), ...(isUnit ? [words.slice(-2)] : []), words.slice(0, 1)]
  if (words.length < 2 || numbersBeside(row, material).some((one, _, all) => makes(one, all, row))) return row
  const own =
    pricedEnd(row, material) ?? ends.find(([figure]) => figure && isMultiplied(figure, row, material))
  return own ? without(row, own) : row
}

/** "Camarera de pisos 168,0 19,42   3.262,56": quantity and price run on behind the words. */
function pricedEnd({ descriptionWords, amount }: DetailRow, material: ReadingMaterial): Word[] | null {
  const end = descriptionWords.slice(-2)
  const numbers = end.flatMap((word) => toNumber(word, material.mark))
  const [quantity] = numbers
  const isPriced = numbers.length === 2 && quantity && givesAmount(quantity, numbers, amount.value / 100)
  return isPriced && descriptionWords.length > 2 ? end : null
}

/** The row without words that open or end its description. */
function without(row: DetailRow, own: Word[]): DetailRow {
  const text = own.map((word) => word.text).join(' ')
  const isFirst = own[0] === row.descriptionWords[0]
  const rest = isFirst ? row.description.replace(text, '') : cutEnd(row.description, text)
  const descriptionWords = row.descriptionWords.filter((word) => !own.includes(word))
  return { ...row, descriptionWords, description: cleanDescription(rest) }
}

function cutEnd(text: string, end: string): string {
  const at = text.lastIndexOf(end)
  return at < 0 ? text : text.slice(0, at) + text.slice(at + end.length)
}

function isMultiplied(figure: Word, row: DetailRow, material: ReadingMaterial): boolean {
  const [quantity] = toNumber(figure, material.mark)
  return quantity !== undefined && makes(quantity, numbersBeside(row, material), row)
}

const makes = (quantity: RowNumber, numbers: RowNumber[], row: DetailRow): boolean =>
  quantity.value !== 0 && givesAmount(quantity, numbers, row.amount.value / 100)

/** The figures of a row besides its words and its amount. */
function numbersBeside(
  { amount, descriptionWords, line }: DetailRow,
  material: ReadingMaterial
): RowNumber[] {
  const taken = new Set([...amount.words, ...descriptionWords].map((word) => word.id))
  const grouped = line.segments.flatMap((segment) => groupedNumber(segment, taken))
  const inGroups = new Set(grouped.flatMap(({ words }) => words))
  const single = line.words
    .filter((word) => !taken.has(word.id) && !inGroups.has(word))
    .flatMap((word) => toNumber(word, material.mark))
  return [...grouped.map(({ value, words }) => ({ value, word: words[0] as Word })), ...single].toSorted(
    (a, b) => a.word.x0 - b.word.x0
  )
}

/** "8 420": thousands parted by a blank, alone in their column. */
function groupedNumber(
  { text, words }: Segment,
  taken: ReadonlySet<number>
): { value: number; words: Word[] }[] {
  const isGrouped = /^\d{1,3}( \d{3})+$/.test(text) && words.every((word) => !taken.has(word.id))
  return isGrouped ? [{ value: Number(text.replaceAll(' ', '')), words }] : []
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

/** The whole number before a price that stands under the heading of quantities: the figures are set beside their headings. */
function multiplied(headed: RowNumber, numbers: RowNumber[], amount: number): RowNumber | undefined {
  if (Number.isInteger(headed.value)) return undefined
  return numbers.find(
    ({ value, word }) =>
      word.x0 < headed.word.x0 &&
      Number.isInteger(value) &&
      value !== 0 &&
      Math.abs(value * headed.value - amount) < 0.011
  )
}

/** Whether a price to the right, less a discount further right, makes the amount of this quantity. */
function givesAmount(quantity: RowNumber, numbers: RowNumber[], amount: number): boolean {
  const right = numbers.filter((number) => number.word.x0 > quantity.word.x0)
  return right.some((price) => {
    // "1   -$ 77.42   -$ 77.42": a sign set apart is no part of the price.
    const gross = Math.abs(quantity.value * price.value)
    return (
      Math.abs(gross - Math.abs(amount)) < 0.011 ||
      right.some((discount) => Math.abs(gross * (1 - discount.value / 100) - Math.abs(amount)) < 0.011)
    )
  })
}

/** The only figure of a row between its words and its amount, in a column of its own. */
function isBetween(word: Word, row: DetailRow): boolean {
  const last = row.descriptionWords.at(-1)
  return /^-?\d{1,4}$/.test(word.text) && last !== undefined && word.x0 > last.x1 && word.x1 < row.amount.x0
}

/** "€/kg" heads prices, whatever its letters are. */
function isUnderHeading(word: Word, row: DetailRow, material: ReadingMaterial): boolean {
  const headings = material.labels.filter(
    (label) =>
      label.kinds.includes('quantity') &&
      label.page === word.page &&
      label.y1 <= word.y0 + 3 &&
      !label.words.some(({ text }) => /[€$£]\/?|\/\p{L}/u.test(text)) &&
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

const figure =
  /^[-−]?[$€]?(\d{1,3}(?:[.,]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)?)[-−]?(?:€|m[²³]|\p{L}{1,8}\.?)?$/u

/** "1.065", "7,976", "-5,0000", "12-" and "3kg" as numbers, with the marks of this document. */
export function toNumber(word: Word, mark: ',' | '.'): RowNumber[] {
  const match = figure.exec(word.text)
  if (!match) return []
  const group = mark === ',' ? '.' : ','
  const plain = (match[1] ?? '').split(group).join('').replace(mark, '.')
  const value = Number.parseFloat(plain)
  return [{ value: /^[-−]|\d[-−]/.test(word.text) ? 0 - value : value, word }]
}
