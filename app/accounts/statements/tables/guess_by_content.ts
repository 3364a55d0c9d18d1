import { followChain } from '#app/accounts/statements/balance_chain'
import type { LocatedColumns } from '#app/accounts/statements/tables/column_mapping'
import type { TableRow } from '#app/imports/tables/table_row'
import { findHeader, isDataRow, isDayCell, isFigureCell } from '#app/imports/tables/table_shape'
import { findDecimalMark, readFigure, readTableDay } from '#app/imports/tables/table_values'

/** Columns told by what stands in them; `isSure` when amounts and balances follow each other, which nothing else would do. */
export type ContentGuess = { columns: LocatedColumns; isSure: boolean }

/** Finds out the columns of a table whose headings are missing or say nothing; null without a column of days. */
export function guessByContent(rows: readonly TableRow[]): ContentGuess | null {
  const body = rows.filter(isDataRow)
  const width = Math.max(0, ...body.map(({ cells }) => cells.length))
  const places = Array.from({ length: width }, (_, place) => place)
  const cellsAt = (place: number) => body.map(({ cells }) => (cells[place] ?? '').trim())
  const days = places.filter((place) => cellsAt(place).every(isDayCell))
  const [bookedOn, valueOn] = days
  if (bookedOn === undefined) return null
  const figures = places.filter((place) => {
    const filled = cellsAt(place).filter((cell) => cell !== '')
    return filled.length > 0 && filled.every(isFigureCell)
  })
  const pairs = figures.flatMap((amount) =>
    figures
      .filter((balance) => balance !== amount && isChain(body, { amount, balance, bookedOn }))
      .map((balance) => ({ amount, balance }))
  )
  const [pair] = pairs
  const isSure = pairs.length === 1
  const [onlyFigure] = figures.length === 1 ? figures : []
  const amount = isSure ? pair?.amount : onlyFigure
  const positions: LocatedColumns['positions'] = { bookedOn }
  if (valueOn !== undefined) positions.valueOn = valueOn
  if (amount !== undefined) positions.amount = amount
  if (isSure && pair) positions.balance = pair.balance
  const text = places.filter(
    (place) =>
      !days.includes(place) &&
      !figures.includes(place) &&
      cellsAt(place).some((cell) => /\p{L}{2}/u.test(cell))
  )
  return { columns: { headerIndex: findHeader(rows), positions, text }, isSure }
}

/** Whether one column is the balance after the amounts of another: for at least two rows, all filled. */
function isChain(
  body: readonly TableRow[],
  { amount, balance, bookedOn }: { amount: number; balance: number; bookedOn: number }
): boolean {
  if (body.length < 2) return false
  const mark = findDecimalMark(body.flatMap(({ cells }) => [cells[amount] ?? '', cells[balance] ?? '']))
  const links = body.map(({ line, cells }) => ({
    line,
    bookedOn: readTableDay(cells[bookedOn] ?? '', 'dmy'),
    amountMinor: readFigure((cells[amount] ?? '').trim(), mark, 'EUR'),
    balanceMinor: readFigure((cells[balance] ?? '').trim(), mark, 'EUR'),
  }))
  const read = links.flatMap(({ amountMinor, ...link }) =>
    amountMinor === null ? [] : [{ ...link, amountMinor }]
  )
  const isFull = read.length === links.length && read.every(({ balanceMinor }) => balanceMinor !== null)
  const moves = read.some(({ amountMinor }) => amountMinor !== 0)
  return isFull && moves && followChain(read)?.breaks === 0
}
