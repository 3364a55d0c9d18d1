import type { LocatedColumns } from '#app/accounts/statements/tables/column_mapping'
import type { Direction } from '#app/imports/tables/direction_words'
import { rowState } from '#app/imports/tables/row_states'
import { isSummary } from '#app/imports/tables/summaries'
import type { TableRow } from '#app/imports/tables/table_row'
import { readFigure, readTableDay, withSign } from '#app/imports/tables/table_values'
import { isValidIban, normalizeIban } from '#app/kernel/identifiers/iban'
import { type Currency, isCurrencyCode } from '#app/kernel/money/currency'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** How the rows of one table are read. */
export type Table = {
  columns: LocatedColumns
  /** How many cells its headings have. */
  width: number
  dayOrder: 'dmy' | 'mdy'
  decimalMark: ',' | '.' | null
  /** How the bank writes a charge in a column of its own, and a fee. */
  debitsAre: 'positive' | 'negative'
  feesAre: 'positive' | 'negative'
  directionOf: (word: string) => Direction | null
  currency: Currency
}

/** A movement of a table, before its fee is known to be beside its amount or inside it; minor units. */
export type Movement = {
  row: TableRow
  bookedOn: CalendarDate
  valueOn: CalendarDate | null
  amountMinor: number
  /** Signed as a movement: negative is paid. Zero without one. */
  feeMinor: number
  currency: Currency
  balanceMinor: number | null
  reference: string
  counterpartyName: string | null
  counterpartyIban: string | null
  state: string
}

/** A row that is not imported as its table tells it. `figure` as written, with the sign that its column of directions gives it. */
export type LeftOut = { state: string; day: string; figure: string; text: string }

/** What a row is (`cameBack`: a movement whose money returned; whether the table lists its return only the other rows tell): a movement, one that never happened with the words of the bank, nothing, or why it cannot be read. */
export type ReadRow =
  | { kind: 'movement'; movement: Movement; feeProblem: string | null; cameBack?: LeftOut }
  | ({ kind: 'left_out' } & LeftOut)
  | { kind: 'nothing' }
  | { kind: 'problem'; code: string; message: string }

type Cell = (name: keyof LocatedColumns['positions']) => string

/** Reads one row under the columns of its table. */
export function readTableRow(row: TableRow, table: Table): ReadRow {
  const { positions } = table.columns
  const cell: Cell = (name) => row.cells[positions[name] ?? -1]?.trim() ?? ''
  const dayCell = positions.bookedOn === undefined ? cell('valueOn') : cell('bookedOn')
  const direction = positions.sign === undefined ? null : table.directionOf(cell('sign'))
  const side = sideOf(cell, direction, positions)
  const figure = side.amount || [cell('debit'), cell('credit')].filter(Boolean).join(' ')
  const state = [cell('state'), dayCell].find((text) => text !== '' && rowState(text) === 'not_done')
  const leftOut = (said: string): LeftOut => ({
    state: said,
    day: dayCell,
    figure: withShownSign(figure, direction, cell),
    text: [side.name, cell('reference')].filter(Boolean).join(' · '),
  })
  if (state !== undefined && figure !== '') return { kind: 'left_out', ...leftOut(state) }
  const summary = row.cells.find((text) => isSummary(text))
  if (summary !== undefined && figure !== '' && dayCell !== '')
    return { kind: 'left_out', ...leftOut(summary.trim()) }
  if (figure === '' || isTotal(row, dayCell)) return strayRow(dayCell)
  const bookedOn = readTableDay(dayCell, table.dayOrder)
  if (bookedOn === null)
    return problem(
      'unreadable_date',
      `La fecha «${dayCell.slice(0, 30)}» no es un día: la fila no se importa.`
    )
  const currency = isCurrencyCode(side.currency) ? side.currency : table.currency
  const amountMinor = readAmount(cell, side.amount, { table, currency, direction })
  if (amountMinor === null)
    return problem(
      'unreadable_amount',
      `El importe «${figure.slice(0, 30)}» no se puede leer con seguridad: la fila no se importa.`
    )
  const balanceMinor = readFigure(cell('balance'), table.decimalMark, currency)
  if (rowState(cell('state')) === 'unknown' && balanceMinor === null)
    return problem(
      'unknown_status',
      `El estado «${cell('state').slice(0, 30)}» no se conoce y la fila no lleva saldo: no se importa.`
    )
  if (isCutInTwo(row, table))
    return problem(
      'unreadable_amount',
      `El importe «${figure.slice(0, 30)}» parece partido por una coma sin comillas: la fila no se importa.`
    )
  const fee = readFee(side, { table, currency })
  const charge = side.amount !== '' && positions.credit === undefined ? cell('debit') : ''
  const isLost = /[1-9]/.test(charge)
  const iban = cell('counterpartyIban')
  const movement: Movement = {
    row,
    bookedOn,
    valueOn: readTableDay(cell('valueOn'), table.dayOrder),
    amountMinor,
    feeMinor: fee.minor,
    currency,
    balanceMinor,
    reference: cell('reference'),
    counterpartyName: side.name || null,
    counterpartyIban: isValidIban(iban) ? normalizeIban(iban) : null,
    state: cell('state'),
  }
  // A running balance that counts it says that it is in the account, and so is its return.
  const isReturned = rowState(cell('state')) === 'came_back' && balanceMinor === null
  return {
    kind: 'movement',
    movement,
    feeProblem: isLost ? unreadFee(charge) : fee.problem,
    ...(isReturned ? { cameBack: leftOut(cell('state')) } : {}),
  }
}

/** Shows as a charge what a column of directions or of charges says is one, where the figure has no sign. */
function withShownSign(figure: string, direction: Direction | null, cell: Cell): string {
  const isCharge =
    direction === 'debit' || (direction === null && cell('debit') !== '' && cell('credit') === '')
  return isCharge && !/[-−(]/.test(figure) ? `-${figure}` : figure
}

type Side = { amount: string; currency: string; fee: string; feeCurrency: string; name: string }

/** Services that move money between two sides have a column of each; which one is ours the direction says. */
function sideOf(cell: Cell, direction: Direction | null, positions: LocatedColumns['positions']): Side {
  const isIncoming = direction === 'credit' && positions.incomingAmount !== undefined
  if (isIncoming)
    return {
      amount: cell('incomingAmount'),
      currency: cell('incomingCurrency'),
      fee: cell('incomingFee'),
      feeCurrency: cell('incomingCurrency'),
      name: cell('incomingName'),
    }
  return {
    amount: cell('amount'),
    currency: cell('currency'),
    fee: cell('fee'),
    feeCurrency: cell('feeCurrency'),
    name: cell('counterpartyName'),
  }
}

type Reading = { table: Table; currency: Currency }

/** A signed amount, or a credit less a debit: a debit against the sign that the bank gives its debits is a refund. */
function readAmount(
  cell: Cell,
  written: string,
  { table, currency, direction }: Reading & { direction: Direction | null }
): number | null {
  const { columns, decimalMark, debitsAre } = table
  const figure = (text: string) => (text === '' ? 0 : readFigure(text, decimalMark, currency))
  if (written !== '') {
    const amount = figure(written)
    return columns.positions.sign === undefined ? amount : withSign(amount, direction)
  }
  const [debit, credit] = [figure(cell('debit')), figure(cell('credit'))]
  if (debit === null || credit === null) return null
  const amount = debitsAre === 'positive' ? credit - debit : credit + debit
  return Number.isSafeInteger(amount) ? amount : null
}

function readFee(
  { fee, feeCurrency }: Side,
  { table, currency }: Reading
): { minor: number; problem: string | null } {
  if (fee === '') return { minor: 0, problem: null }
  const minor = readFigure(fee, table.decimalMark, currency)
  const isOther = isCurrencyCode(feeCurrency) && feeCurrency !== currency
  if (minor === 0) return { minor: 0, problem: null }
  if (minor === null || isOther) {
    const shown = isOther ? `${fee} ${feeCurrency}` : fee
    return { minor: 0, problem: unreadFee(shown) }
  }
  return { minor: table.feesAre === 'negative' ? minor : -minor, problem: null }
}

const unreadFee = (shown: string): string =>
  `La comisión «${shown.slice(0, 30)}» no se puede sumar al movimiento: compruébela en el banco.`

function isTotal(row: TableRow, dayCell: string): boolean {
  const [first = ''] = row.cells.filter((cell) => cell.trim() !== '')
  return (
    /^(sub)?total|^saldo|^suma/i.test(first.trim()) || (dayCell === '' && /total/i.test(row.cells.join(' ')))
  )
}

/** "-1,000.50" without quotes between commas: its thousands stand in one cell and the rest in the next, which no sum has. */
function isCutInTwo({ cells }: TableRow, { columns, width }: Table): boolean {
  const { amount, debit, credit } = columns.positions
  if (cells.length <= width) return false
  return [amount, debit, credit].some(
    (at) =>
      at !== undefined &&
      /^[-−(]?[$€£]?\d{1,3}$/.test((cells[at] ?? '').trim()) &&
      /^\d{3}\.\d{1,2}\)?$/.test((cells[at + 1] ?? '').trim())
  )
}

/** A row with a date and no figure is a movement cut off; one with neither is decoration. */
function strayRow(dayCell: string): ReadRow {
  return /^\d/.test(dayCell)
    ? problem('unreadable_amount', 'La fila tiene fecha pero no importe: no se importa.')
    : { kind: 'nothing' }
}

const problem = (code: string, message: string): ReadRow => ({ kind: 'problem', code, message })
