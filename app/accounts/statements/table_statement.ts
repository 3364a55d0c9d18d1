import {
  type ColumnMapping,
  type ColumnName,
  findIbanAbove,
  guessColumns,
  type LocatedColumns,
  locateColumns,
  type TableRow,
} from '#app/accounts/statements/column_mapping'
import {
  emptyEntry,
  emptyStatement,
  type ParsedEntry,
  type ParsedStatement,
  type ParsedStatementFile,
} from '#app/accounts/statements/parsed_statement'
import { addIssue, quoted } from '#app/accounts/statements/statement_issues'
import { assertStatementLines } from '#app/accounts/statements/statement_limits'
import { checkTableBalances } from '#app/accounts/statements/table_balances'
import {
  findDebitSign,
  findDecimalMark,
  readFigure,
  readTableDay,
  withSign,
} from '#app/accounts/statements/table_values'
import type { CalendarDate } from '#app/kernel/calendar_date'
import { type Currency, isCurrencyCode } from '#app/kernel/currency'
import { isValidIban, normalizeIban } from '#app/kernel/iban'

type Table = {
  columns: LocatedColumns
  statement: ParsedStatement
  dayOrder: 'dmy' | 'mdy'
  decimalMark: ',' | '.' | null
  /** How the bank writes a charge in a column of its own. */
  debitsAre: 'positive' | 'negative'
  currency: Currency
}

/**
 * Reads the rows of a CSV file or a sheet as one statement. Without a mapping the columns are found by their headings.
 * A row that cannot be read is named and left out; what stands above the table and the totals below it are skipped.
 */
export function readTableStatement(
  rows: readonly TableRow[],
  format: 'csv' | 'xlsx',
  mapping?: ColumnMapping
): ParsedStatementFile {
  assertStatementLines(rows.length)
  const file: ParsedStatementFile = { format, encoding: null, issues: [], statements: [] }
  const columns = mapping === undefined ? guessColumns(rows) : locateColumns(rows, mapping)
  if (columns === null) {
    const message = 'No se encuentra la fila de títulos: indique qué columnas tienen la fecha y el importe.'
    addIssue(file.issues, 'missing_columns', message)
    return file
  }
  const body = rows.slice(columns.headerIndex + 1)
  const statement = emptyStatement()
  statement.iban = mapping?.iban ?? findIbanAbove(rows, columns.headerIndex)
  statement.account = statement.iban
  const decimalMark = mapping?.decimalMark ?? findDecimalMark(figuresOf(body, columns))
  const currency = mapping?.currency ?? 'EUR'
  const table: Table = {
    columns,
    statement,
    dayOrder: mapping?.dayOrder ?? 'dmy',
    decimalMark,
    debitsAre: findDebitSign(
      body.map(({ cells }) => readFigure(cells[columns.positions.debit ?? -1] ?? '', decimalMark, currency))
    ),
    currency,
  }
  for (const row of body) readRow(row, table)
  finishStatement(table)
  file.statements.push(statement)
  return file
}

function* figuresOf(rows: readonly TableRow[], { positions }: LocatedColumns): Iterable<string> {
  const figureColumns = [positions.amount, positions.debit, positions.credit, positions.balance]
  for (const { cells } of rows) {
    for (const position of figureColumns) if (position !== undefined) yield (cells[position] ?? '').trim()
  }
}

function readRow(row: TableRow, table: Table): void {
  const { statement, columns } = table
  const cell = (name: ColumnName) => row.cells[columns.positions[name] ?? -1]?.trim() ?? ''
  const hasFigure = cell('amount') !== '' || cell('debit') !== '' || cell('credit') !== ''
  if (!hasFigure || isTotal(row, cell('bookedOn'))) {
    tellStrayRow(row, cell('bookedOn'), statement)
    return
  }
  const bookedOn = readTableDay(cell('bookedOn'), table.dayOrder)
  if (bookedOn === null) {
    const message = `La fecha ${quoted(cell('bookedOn'))} no es un día: la fila no se importa.`
    addIssue(statement.issues, 'unreadable_date', message, row.line)
    return
  }
  const currency = isCurrencyCode(cell('currency')) ? cell('currency') : table.currency
  const amountMinor = readAmount(cell, table, currency)
  if (amountMinor === null) {
    const shown = quoted(cell('amount') || `${cell('debit')} ${cell('credit')}`)
    const message = `El importe ${shown} no se puede leer con seguridad: la fila no se importa.`
    addIssue(statement.issues, 'unreadable_amount', message, row.line)
    return
  }
  statement.entries.push(buildEntry(row, { bookedOn, amountMinor, currency, table }))
}

type EntryFacts = { bookedOn: CalendarDate; amountMinor: number; currency: Currency; table: Table }

function buildEntry(row: TableRow, { bookedOn, amountMinor, currency, table }: EntryFacts): ParsedEntry {
  const { columns } = table
  const cell = (name: ColumnName) => row.cells[columns.positions[name] ?? -1]?.trim() ?? ''
  const entry = emptyEntry(amountMinor, currency)
  const iban = cell('counterpartyIban')
  entry.line = row.line
  entry.bookedOn = bookedOn
  entry.valueOn = readTableDay(cell('valueOn'), table.dayOrder)
  entry.rawLines = columns.text.map((position) => row.cells[position] ?? '')
  entry.text = entry.rawLines.join(' ').replaceAll(/\s+/g, ' ').trim()
  entry.reference1 = cell('reference')
  entry.counterpartyName = cell('counterpartyName') || null
  entry.counterpartyIban = isValidIban(iban) ? normalizeIban(iban) : null
  entry.status = amountMinor === 0 ? 'INFO' : 'BOOK'
  entry.balanceAfterMinor = readFigure(cell('balance'), table.decimalMark, currency)
  return entry
}

/** A signed amount, or a credit less a debit: a debit against the sign that the bank gives its debits is a refund. */
function readAmount(
  cell: (name: ColumnName) => string,
  { columns, decimalMark, debitsAre }: Table,
  currency: Currency
): number | null {
  const figure = (name: ColumnName) => (cell(name) === '' ? 0 : readFigure(cell(name), decimalMark, currency))
  if (cell('amount') !== '') {
    const amount = figure('amount')
    return columns.positions.sign === undefined ? amount : withSign(amount, cell('sign'))
  }
  const [debit, credit] = [figure('debit'), figure('credit')]
  if (debit === null || credit === null) return null
  const amount = debitsAre === 'positive' ? credit - debit : credit + debit
  return Number.isSafeInteger(amount) ? amount : null
}

function isTotal(row: TableRow, dateCell: string): boolean {
  const [first = ''] = row.cells.filter((cell) => cell.trim() !== '')
  return (
    /^(sub)?total|^saldo|^suma/i.test(first.trim()) || (dateCell === '' && /total/i.test(row.cells.join(' ')))
  )
}

/** A row with a date and no figure is a movement cut off; one with neither is decoration. */
function tellStrayRow(row: TableRow, dateCell: string, statement: ParsedStatement): void {
  if (!/^\d/.test(dateCell)) return
  addIssue(
    statement.issues,
    'unreadable_amount',
    'La fila tiene fecha pero no importe: no se importa.',
    row.line
  )
}

function finishStatement({ statement, currency }: Table): void {
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
  } else checkTableBalances(statement)
}
