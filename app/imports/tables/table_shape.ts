import type { TableRow } from '#app/imports/tables/table_row'
import { readTableDay } from '#app/imports/tables/table_values'

const rowsLookedAt = 60

/** Whether a cell is a day, in whichever order its parts are. */
export function isDayCell(cell: string): boolean {
  const text = cell.trim()
  return text !== '' && (readTableDay(text, 'dmy') ?? readTableDay(text, 'mdy')) !== null
}

/** Whether a cell is a figure of money: no day, and no number of an account or a card. */
export function isFigureCell(cell: string): boolean {
  const text = cell.trim()
  if (!/^[-−–+(]?\s?[€$£]?\s?\d[\d.,' \u00a0]*\s?[)\-−+]?\s?(€|EUR|USD|GBP)?$/.test(text)) return false
  return !isDayCell(text) && !/^\d{8,}$/.test(text)
}

/** Whether a row is a movement, by what stands in it: a day and a figure. */
export const isDataRow = ({ cells }: TableRow): boolean => cells.some(isDayCell) && cells.some(isFigureCell)

/**
 * Where the headings of a table are: in the row above its first movement, when that has several texts and nothing that a
 * movement has. -1 when the file begins with its movements; the widest row when it has none that can be told.
 */
export function findHeader(rows: readonly TableRow[]): number {
  const top = rows.slice(0, rowsLookedAt)
  const first = top.findIndex(isDataRow)
  if (first === -1) return widest(top)
  const above = top[first - 1]
  const texts = above?.cells.filter((cell) => cell.trim() !== '') ?? []
  const isHeader = texts.length > 1 && !texts.some((cell) => isDayCell(cell) || isFigureCell(cell))
  return isHeader ? first - 1 : -1
}

function widest(rows: readonly TableRow[]): number {
  const [best] = [...rows.entries()].toSorted(([, a], [, b]) => b.cells.length - a.cells.length)
  return best?.[0] ?? 0
}
