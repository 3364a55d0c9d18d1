import { columnNamed } from '#app/accounts/statements/tables/column_headings'
import { withFees } from '#app/accounts/statements/tables/fee_column'
import { placeNamed } from '#app/imports/tables/place_names'
import type { TableRow } from '#app/imports/tables/table_row'
import { findHeader } from '#app/imports/tables/table_shape'
import { isValidIban, normalizeIban } from '#app/kernel/identifiers/iban'
import type { Currency } from '#app/kernel/money/currency'
import { foldText } from '#app/kernel/text/similarity'

export type ColumnName =
  | 'bookedOn'
  | 'valueOn'
  | 'amount'
  | 'sign'
  | 'debit'
  | 'credit'
  | 'balance'
  | 'reference'
  | 'currency'
  | 'counterpartyName'
  | 'counterpartyIban'
  | 'fee'
  | 'feeCurrency'
  | 'state'
  | 'incomingAmount'
  | 'incomingCurrency'
  | 'incomingFee'
  | 'incomingName'

/**
 * How the table of a bank is read, kept per bank. Columns are named by their heading (accents, capitals and signs do
 * not matter), or by their place («Columna 3») where the file has no headings. `amount` is signed, by itself or by a column
 * `sign` of D and H; without it `debit` and `credit` are read. The columns `incoming…` stand for theirs where `sign` says
 * that money comes in: services that move money between two sides have one of each. A `fee` is paid beside the amount.
 */
export type ColumnMapping = {
  columns: { [Name in ColumnName]?: string }
  /** Headings whose texts make up the text of the movement, in order. */
  text: string[]
  /** Order of the parts of a date; `dmy` unless told. Dates that begin with the year need nothing. */
  dayOrder?: 'dmy' | 'mdy'
  /** The decimal mark; found out from the figures unless told. */
  decimalMark?: ',' | '.'
  /** The currency of the account where no column says it; EUR unless told. */
  currency?: Currency
  iban?: string
  /** The word of the column of signs that means a charge, where a person had to say it. */
  debitWord?: string
  /** How many columns the file had that it was chosen for, where they are named by their place. */
  headings?: number
  /** Nobody has looked at it yet: what it leaves in doubt is asked. */
  isGuess?: true
}

/** Where the columns of a mapping are in a table; `headerIndex` is -1 where it has no headings. */
export type LocatedColumns = {
  headerIndex: number
  positions: { [Name in ColumnName]?: number }
  text: number[]
}

/** Banks write up to a page of their own above the table. */
const preambleRowsMax = 40

/** Finds the columns of a mapping, or null when no row near the top has those headings. */
export function locateColumns(rows: readonly TableRow[], mapping: ColumnMapping): LocatedColumns | null {
  const wanted = Object.values(mapping.columns)
  if (wanted.length > 0 && wanted.every((name) => placeNamed(name) !== null))
    return locatePlaces(rows, mapping)
  for (const [headerIndex, row] of rows.slice(0, preambleRowsMax).entries()) {
    const folded = row.cells.map(foldText)
    const at = (heading: string) => folded.indexOf(foldText(heading))
    if (wanted.length === 0 || wanted.some((heading) => at(heading) === -1)) continue
    const positions: LocatedColumns['positions'] = {}
    for (const [name, heading] of Object.entries(mapping.columns)) positions[name as ColumnName] = at(heading)
    return { headerIndex, positions, text: mapping.text.map(at).filter((position) => position !== -1) }
  }
  return null
}

function locatePlaces(rows: readonly TableRow[], mapping: ColumnMapping): LocatedColumns | null {
  if (findHeader(rows) !== -1) return null
  const width = Math.max(0, ...rows.slice(0, preambleRowsMax).map(({ cells }) => cells.length))
  const at = (name: string) => placeNamed(name) ?? -1
  const positions = Object.fromEntries(
    Object.entries(mapping.columns).map(([name, place]) => [name, at(place)])
  ) as LocatedColumns['positions']
  if (Object.values(positions).some((position) => position >= width)) return null
  return { headerIndex: -1, positions, text: mapping.text.map(at).filter((position) => position >= 0) }
}

/** Finds the columns by the headings Spanish banks use: the row near the top with the most of them, or null. */
export function guessColumns(rows: readonly TableRow[]): LocatedColumns | null {
  let best: LocatedColumns | null = null
  for (const [headerIndex, row] of rows.slice(0, preambleRowsMax).entries()) {
    const found = withFees(guessRow(row, headerIndex), rows)
    if (isUsable(found) && (best === null || countColumns(found) > countColumns(best))) best = found
  }
  return best
}

/** How many columns were found: what tells the right delimiter from the wrong ones. */
export function countColumns({ positions, text }: LocatedColumns): number {
  return Object.keys(positions).length + text.length
}

/** The columns that the headings of a row name. */
export function guessRow(row: TableRow, headerIndex: number): LocatedColumns {
  const found: LocatedColumns = { headerIndex, positions: {}, text: [] }
  for (const [position, cell] of row.cells.entries()) {
    const name = columnNamed(foldText(cell))
    if (name === 'text') found.text.push(position)
    else if (name !== null) found.positions[name] ??= position
  }
  return found
}

/** A date (of value where there is no other) and an amount. */
function isUsable({ positions }: LocatedColumns): boolean {
  const hasAmount =
    positions.amount !== undefined || positions.debit !== undefined || positions.credit !== undefined
  return (positions.bookedOn ?? positions.valueOn) !== undefined && hasAmount
}

/** The first IBAN written above the table, or null. */
export function findIbanAbove(rows: readonly TableRow[], headerIndex: number): string | null {
  for (const { cells } of rows.slice(0, Math.max(headerIndex, 0))) {
    for (const cell of cells) {
      const iban = /[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]{2,5}){3,8}/i.exec(cell)?.[0]
      if (iban !== undefined && isValidIban(iban)) return normalizeIban(iban)
    }
  }
  return null
}
