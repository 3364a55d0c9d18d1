import {
  type ColumnMapping,
  type ColumnName,
  guessRow,
  type LocatedColumns,
} from '#app/accounts/statements/tables/column_mapping'
import { withFees } from '#app/accounts/statements/tables/fee_column'
import {
  areDirections,
  areTwoValues,
  directionReader,
  hintAtCharges,
} from '#app/imports/tables/direction_words'
import { areStates } from '#app/imports/tables/row_states'
import type { TableRow } from '#app/imports/tables/table_row'
import { isDayCell, isFigureCell } from '#app/imports/tables/table_shape'

/** Columns that change what a row means: they are never left unread, whoever chose the others and did not see them. */
const decisive: readonly ColumnName[] = [
  'sign',
  'state',
  'fee',
  'feeCurrency',
  'incomingAmount',
  'incomingCurrency',
  'incomingFee',
  'incomingName',
]

/** The columns with those that decide over a row, by their headings or by what stands in them. */
export function completeColumns(
  rows: readonly TableRow[],
  located: LocatedColumns,
  mapping: ColumnMapping | undefined
): LocatedColumns {
  const header = rows[located.headerIndex]
  const body = rows.slice(located.headerIndex + 1)
  const positions = { ...located.positions }
  const named = header ? withFees(guessRow(header, located.headerIndex), rows).positions : {}
  const isTaken = (place: number) => Object.values(positions).includes(place)
  for (const name of decisive) {
    const place = named[name]
    if (place !== undefined && positions[name] === undefined && !isTaken(place)) positions[name] = place
  }
  const filled = body.filter(({ cells }) => cells.some(isFigureCell))
  const places = freePlaces(filled, { ...located, positions })
  if (mapping?.isGuess && isUnknownPair(filled, positions.sign, header)) delete positions.sign
  positions.state ??= places.find((place) => areStates(cellsAt(filled, place)))
  if (positions.sign === undefined && areUnsigned(filled, positions))
    positions.sign = signPlaces(filled, { ...located, positions }).find((place) =>
      areDirections(cellsAt(filled, place), header?.cells[place] ?? '')
    )
  if (positions.state === undefined) delete positions.state
  if (positions.sign === undefined) delete positions.sign
  const isText = (place: number) => place !== positions.state && place !== positions.sign
  return { ...located, positions, text: mapping?.isGuess ? located.text.filter(isText) : located.text }
}

/** A column headed as one of directions whose two words nobody knows: a person or the balances must say which is the charge. */
function isUnknownPair(
  filled: readonly TableRow[],
  place: number | undefined,
  header: TableRow | undefined
): boolean {
  if (place === undefined) return false
  const words = [...new Set(cellsAt(filled, place))]
  const read = directionReader(words, header?.cells[place] ?? '')
  return words.length === 2 && words.every((word) => word !== '' && read(word) === null)
}

/** Its place, its heading and its values. */
export type DoubtfulDirection = { place: number; name: string; words: string[] }

/**
 * A column beside amounts without any sign that may be what tells charges from incomes: of two values whose words nobody knows,
 * or of kinds some of which are charges; null when there is none.
 */
export function doubtfulDirection(
  rows: readonly TableRow[],
  columns: LocatedColumns
): DoubtfulDirection | null {
  const body = rows.slice(columns.headerIndex + 1).filter(({ cells }) => cells.some(isFigureCell))
  if (columns.positions.sign !== undefined || !areUnsigned(body, columns.positions)) return null
  const headingAt = (place: number) => rows[columns.headerIndex]?.cells[place]?.trim() ?? ''
  const places = signPlaces(body, columns)
  const place =
    places.find((one) => hintAtCharges(cellsAt(body, one), headingAt(one))) ??
    places.find((one) => areTwoValues(cellsAt(body, one), headingAt(one)))
  if (place === undefined) return null
  const words = [...new Set(cellsAt(body, place))]
  return { place, name: headingAt(place) || `Columna ${place + 1}`, words }
}

/** Whether no amount of a table has a sign and nothing else tells charges from incomes. */
export function isWithoutSigns(
  rows: readonly TableRow[],
  { headerIndex, positions }: LocatedColumns
): boolean {
  const body = rows.slice(headerIndex + 1).filter(({ cells }) => cells.some(isFigureCell))
  return positions.sign === undefined && areUnsigned(body, positions)
}

function areUnsigned(
  body: readonly TableRow[],
  { amount, debit, credit }: LocatedColumns['positions']
): boolean {
  if (amount === undefined || debit !== undefined || credit !== undefined) return false
  const figures = cellsAt(body, amount).filter((cell) => cell !== '')
  return figures.length > 0 && !figures.some((figure) => /[-−–(]/.test(figure))
}

const codeOfSign = /^[+-]?[012]$/

/** The free places, and those that hold nothing but single figures, which are codes: no money is of one cipher in every row. */
function signPlaces(body: readonly TableRow[], columns: LocatedColumns): number[] {
  const taken = new Set(Object.values(columns.positions))
  const width = Math.max(0, ...body.slice(0, 100).map(({ cells }) => cells.length))
  const codes = Array.from({ length: width }, (_, place) => place).filter(
    (place) => !taken.has(place) && cellsAt(body, place).every((cell) => codeOfSign.test(cell))
  )
  return [...new Set([...codes, ...freePlaces(body, columns)])]
}

/** Places that stand for nothing yet, or only for text, and hold no days nor figures. */
function freePlaces(body: readonly TableRow[], { positions }: LocatedColumns): number[] {
  const taken = new Set(Object.values(positions))
  const width = Math.max(0, ...body.slice(0, 100).map(({ cells }) => cells.length))
  return Array.from({ length: width }, (_, place) => place).filter(
    (place) =>
      !taken.has(place) && !cellsAt(body, place).some((cell) => isDayCell(cell) || isFigureCell(cell))
  )
}

const cellsAt = (body: readonly TableRow[], place: number) =>
  body.map(({ cells }) => (cells[place] ?? '').trim())
