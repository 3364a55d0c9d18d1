import type { Chain } from '#app/accounts/statements/balance_chain'
import {
  emptyStatement,
  type ParsedStatement,
  type ParsedStatementFile,
} from '#app/accounts/statements/parsed_statement'
import {
  type ColumnMapping,
  findIbanAbove,
  guessColumns,
  type LocatedColumns,
  locateColumns,
} from '#app/accounts/statements/tables/column_mapping'
import {
  completeColumns,
  type DoubtfulDirection,
  doubtfulDirection,
} from '#app/accounts/statements/tables/complete_columns'
import { guessByContent } from '#app/accounts/statements/tables/guess_by_content'
import {
  doubtOfSigns,
  otherReadings,
  type SignReading,
  turned,
} from '#app/accounts/statements/tables/sign_readings'
import { keepTableBalances } from '#app/accounts/statements/tables/table_balances'
import { addEntries, textOf } from '#app/accounts/statements/tables/table_entries'
import {
  type LeftOut,
  type Movement,
  readTableRow,
  type Table,
} from '#app/accounts/statements/tables/table_rows'
import { directionReader } from '#app/imports/tables/direction_words'
import { addIssue } from '#app/imports/tables/file_issues'
import { assertFileLines } from '#app/imports/tables/file_limits'
import type { TableRow } from '#app/imports/tables/table_row'
import { findDebitSign, findDecimalMark, readFigure, readTableDay } from '#app/imports/tables/table_values'
import { isValidIban, normalizeIban } from '#app/kernel/identifiers/iban'
import type { Currency } from '#app/kernel/money/currency'
import { foldText } from '#app/kernel/text/similarity'

/** What a file of a table is: CSV or Excel, also where an «.xls» is a page or a workbook in XML. */
export type TableFormat = 'csv' | 'xlsx' | 'html' | 'spreadsheetml'

/**
 * Reads the rows of a CSV file or a sheet as one statement. Without a mapping the columns are found by their headings, or
 * by what stands in them where amounts and balances prove it. A row that cannot be read is named and left out; one that never
 * happened is left out and counted; what stands above the table and the totals below it are skipped.
 */
export function readTableStatement(
  rows: readonly TableRow[],
  format: TableFormat,
  mapping?: ColumnMapping
): ParsedStatementFile {
  assertFileLines(rows.length)
  const file: ParsedStatementFile = { format, encoding: null, issues: [], statements: [] }
  if (rows.every(({ cells }) => cells.every((cell) => cell.trim() === ''))) {
    addIssue(file.issues, 'no_statements', 'El fichero no tiene filas.')
    return file
  }
  const found = mapping === undefined ? findTableColumns(rows) : locateColumns(rows, mapping)
  if (found === null) {
    const message = 'No se encuentra la fila de títulos: indique qué columnas tienen la fecha y el importe.'
    addIssue(file.issues, 'missing_columns', message)
    return file
  }
  const accounts = mapping?.iban ? [] : accountsOf(rows, found)
  if (accounts.length > 1) {
    const message = `El fichero lleva movimientos de varias cuentas (${accounts.join(', ')}): importe un fichero de cada una.`
    addIssue(file.issues, 'several_accounts', message)
    return file
  }
  const columns = completeColumns(rows, found, mapping ?? { columns: {}, text: [], isGuess: true })
  const doubtful = doubtfulDirection(rows, columns)
  const read = bySigns(rows, columns, mapping, doubtful)
  const isAsked = mapping === undefined || mapping.isGuess === true
  const doubt = isAsked && read.chain?.breaks !== 0 ? doubtOfSigns(rows, read, doubtful) : null
  if (doubt !== null) {
    addIssue(file.issues, 'ambiguous_sign', doubt)
    return file
  }
  finishStatement(read.statement, read.table.currency, read.chain)
  file.statements.push(read.statement)
  return file
}

const ownAccount =
  /^((n|no|num|numero)( de)? )?(cuenta|account|account number|iban|konto|kontonummer|compte|conto|conta|compte iban|cuenta iban|ccc|mi cuenta|my account|auftragskonto)$/

/** The accounts that a column of the own account names; more than one are several statements. */
function accountsOf(rows: readonly TableRow[], { headerIndex, positions }: LocatedColumns): string[] {
  const place = (rows[headerIndex]?.cells ?? []).findIndex(
    (title, at) => at !== positions.counterpartyIban && ownAccount.test(foldText(title))
  )
  if (place < 0) return []
  const cells = rows.slice(headerIndex + 1).map(({ cells }) => cells[place] ?? '')
  return [...new Set(cells.filter(isValidIban).map(normalizeIban))]
}

type ReadTable = { table: Table; statement: ParsedStatement; chain: Chain | null }

/** Reads the rows with their signs as the columns tell them, or as the balances do where those prove that they mean otherwise. */
function bySigns(
  rows: readonly TableRow[],
  columns: LocatedColumns,
  mapping: ColumnMapping | undefined,
  doubtful: DoubtfulDirection | null
): ReadTable {
  const readAs = (reading: SignReading): ReadTable => {
    const table = tableOf(rows, reading.columns, mapping, reading)
    const statement = emptyStatement()
    statement.iban = mapping?.iban ?? findIbanAbove(rows, columns.headerIndex)
    statement.account = statement.iban
    const movements = readRows(rows.slice(columns.headerIndex + 1), table, statement)
    return { table, statement, chain: addEntries(movements, table, statement) }
  }
  const told = readAs({ columns })
  if (told.chain === null || told.chain.breaks === 0 || mapping?.debitWord) return told
  const proven = otherReadings(rows, columns, doubtful)
    .map(readAs)
    .filter(({ chain, statement }) => chain?.breaks === 0 && statement.entries.length > 1)
  return proven.length === 1 && proven[0] ? proven[0] : told
}

/** The columns of a table that nobody has looked at: by its headings, else by its content where that leaves no doubt. */
export function findTableColumns(rows: readonly TableRow[]): LocatedColumns | null {
  const named = guessColumns(rows)
  if (named !== null) return named
  const guess = guessByContent(rows)
  return guess?.isSure ? guess.columns : null
}

function tableOf(
  rows: readonly TableRow[],
  columns: LocatedColumns,
  mapping: ColumnMapping | undefined,
  { debitWord, isTurned }: SignReading
): Table {
  const body = rows.slice(columns.headerIndex + 1)
  const { positions } = columns
  const decimalMark = mapping?.decimalMark ?? findDecimalMark(figuresOf(body, columns))
  const currency = mapping?.currency ?? 'EUR'
  const cellsAt = (place: number | undefined) => body.map(({ cells }) => (cells[place ?? -1] ?? '').trim())
  const figuresAt = (place: number | undefined) =>
    cellsAt(place).map((cell) => readFigure(cell, decimalMark, currency))
  const directionOf = directionReader(
    cellsAt(positions.sign),
    rows[columns.headerIndex]?.cells[positions.sign ?? -1] ?? '',
    debitWord ?? mapping?.debitWord
  )
  return {
    columns,
    width: rows[columns.headerIndex]?.cells.length ?? Number.POSITIVE_INFINITY,
    dayOrder: mapping?.dayOrder ?? 'dmy',
    decimalMark,
    debitsAre: findDebitSign(figuresAt(positions.debit)),
    feesAre: findDebitSign(figuresAt(positions.fee)),
    directionOf: isTurned ? (word) => turned(directionOf(word)) : directionOf,
    currency,
  }
}

function* figuresOf(rows: readonly TableRow[], { positions }: LocatedColumns): Iterable<string> {
  const { amount, debit, credit, balance, incomingAmount } = positions
  for (const { cells } of rows) {
    for (const position of [amount, debit, credit, balance, incomingAmount])
      if (position !== undefined) yield (cells[position] ?? '').trim()
  }
}

function readRows(body: readonly TableRow[], table: Table, statement: ParsedStatement): Movement[] {
  const found: { movement: Movement; cameBack: LeftOut | null }[] = []
  const leaveOut = (row: TableRow, { state, day, figure, text }: LeftOut) =>
    statement.leftOut.push({
      line: row.line,
      state,
      bookedOn: readTableDay(day, table.dayOrder),
      text: textOf(row, table) || text,
      amount: figure,
    })
  for (const row of body) {
    const read = readTableRow(row, table)
    if (read.kind === 'problem') addIssue(statement.issues, read.code, read.message, row.line)
    if (read.kind === 'left_out') leaveOut(row, read)
    if (read.kind !== 'movement') continue
    if (read.feeProblem !== null) addIssue(statement.issues, 'unreadable_fee', read.feeProblem, row.line)
    found.push({ movement: read.movement, cameBack: read.cameBack ?? null })
  }
  const returns = new Set<Movement>()
  const done = found.flatMap(({ movement, cameBack }) => (cameBack ? [] : [movement]))
  return found.flatMap(({ movement, cameBack }) => {
    if (cameBack === null) return [movement]
    const back = done.find((one) => !returns.has(one) && isReturnOf(one, movement, table))
    if (back) {
      returns.add(back)
      return [movement]
    }
    leaveOut(movement.row, cameBack)
    return []
  })
}

const givenBack =
  /refund|revers|return|devol|reembols|reintegr|retroc|abono|erstatt|rembours|rimbors|storno|estorno|terugb/

/** Whether a movement is the return of another that the table lists as a row of its own: as much the other way, no earlier, and it says so. */
function isReturnOf(one: Movement, sent: Movement, table: Table): boolean {
  const isOpposite =
    one.amountMinor === -sent.amountMinor && one.currency === sent.currency && one.amountMinor !== 0
  if (!isOpposite || one.bookedOn < sent.bookedOn) return false
  const isOfSame =
    (one.reference !== '' && one.reference === sent.reference) ||
    (one.counterpartyName !== null && one.counterpartyName === sent.counterpartyName)
  return isOfSame || givenBack.test(foldText(textOf(one.row, table)))
}

function finishStatement(statement: ParsedStatement, currency: Currency, chain: Chain | null): void {
  const { entries } = statement
  const days = entries.flatMap(({ bookedOn }) => (bookedOn === null ? [] : [bookedOn])).toSorted()
  const currencies = new Set(entries.map((entry) => entry.currency))
  const [only] = currencies
  statement.currency = currencies.size === 1 && only !== undefined ? only : currency
  statement.from = days[0] ?? null
  statement.to = days.at(-1) ?? null
  if (entries.length === 0)
    addIssue(statement.issues, 'no_entries', 'El fichero no contiene ningún movimiento legible.')
  if (currencies.size > 1) {
    const shown = [...currencies].join(', ')
    addIssue(statement.issues, 'several_currencies', `Hay movimientos en varias divisas (${shown}).`)
  } else keepTableBalances(statement, chain, statement.currency)
}
