import { closeNorma43Account, flagMissingClose } from '#app/accounts/statements/norma43/norma43_close'
import { finishNorma43Entry, readNorma43Entry } from '#app/accounts/statements/norma43/norma43_entry'
import {
  currencyByNumber,
  field,
  noCurrency,
  padRecord,
  shortDate,
  signedAmount,
  wholeNumber,
} from '#app/accounts/statements/norma43/norma43_fields'
import {
  emptyStatement,
  type ParsedEntry,
  type ParsedStatement,
  type ParsedStatementFile,
} from '#app/accounts/statements/parsed_statement'
import { checkContinuity } from '#app/accounts/statements/statement_checks'
import { addIssue, quoted } from '#app/imports/tables/file_issues'
import { assertFileLines } from '#app/imports/tables/file_limits'
import { ibanFromCcc } from '#app/kernel/identifiers/iban'

/** A movement while its 23 and 24 records are still to come. */
export type OpenEntry = { entry: ParsedEntry; concepts: string[] }

type Reading = {
  file: ParsedStatementFile
  statement: ParsedStatement | null
  open: OpenEntry | null
  /** Inside a movement that could not be read, whose 23 and 24 records go with it. */
  isSkipping: boolean
  /** Records since the last 88, without 00: what the next 88 has to declare. */
  records: number
  hasEnd: boolean
}

/**
 * Reads Norma 43 (AEB, CECA and UNACC, edition of June 2012). Nothing makes it fail: what is wrong is named with its
 * line and the rest is read. Throws DomainError `E_FILE_TOO_LARGE` beyond 200,000 lines.
 */
export function readNorma43(text: string): ParsedStatementFile {
  const lines = recordsOf(text)
  assertFileLines(lines.length)
  const file: ParsedStatementFile = { format: 'n43', encoding: null, issues: [], statements: [] }
  const reading: Reading = { file, statement: null, open: null, isSkipping: false, records: 0, hasEnd: false }
  for (const [index, line] of lines.entries()) {
    // Files that went through DOS end with Ctrl-Z.
    if (line.replaceAll('\u001a', '').trim() !== '') readRecord(reading, padRecord(line), index + 1)
  }
  leaveStatement(reading)
  if (!reading.hasEnd) {
    addIssue(file.issues, 'missing_record_88', 'Falta el registro 88 de fin de fichero: puede estar cortado.')
  }
  checkContinuity(file.statements)
  return file
}

const recordLength = 80
const sampleLines = 40

/** Whether a text is Norma 43: by most of its first lines. */
export function isNorma43(text: string): boolean {
  const lines = text.split(/\r\n|\n|\r/, sampleLines).filter((line) => line.trim() !== '')
  const records = lines.filter(isRecord)
  return records.length > 0 && records.length * 2 > lines.length
}

/** A record: its key, digits behind it where the record has some, never a table of dates. */
function isRecord(line: string): boolean {
  if (/^\d{1,4}[/.-]/.test(line)) return false
  return /^(00|11|33|88)[\d ]{10}/.test(line) || /^22.{8}\d{6}/.test(line) || /^2[34]0?\d/.test(line)
}

/** The lines of a file; the records of one that has no line ends at all. */
function recordsOf(text: string): string[] {
  const lines = text.split(/\r\n|\n|\r/)
  const written = lines.filter((line) => line.replaceAll('\u001a', '').trim() !== '')
  const [only = ''] = written
  if (written.length !== 1 || only.length <= recordLength) return lines
  return only.match(new RegExp(`.{1,${recordLength}}`, 'gsu')) ?? lines
}

function readRecord(reading: Reading, record: string, line: number): void {
  const kind = record.slice(0, 2)
  if (kind === '88') {
    readFileEnd(reading, record, line)
    return
  }
  if (kind === '00') return
  reading.records++
  reading.hasEnd = false
  if (kind === '11') readHeader(reading, record, line)
  else if (kind === '22') readMovement(reading, record, line)
  else if (kind === '23' || kind === '24') readComplement(reading, record, line)
  else if (kind === '33') readAccountEnd(reading, record, line)
  else addIssue(reading.file.issues, 'unknown_record', `Registro ${quoted(kind)} desconocido.`, line)
}

function readHeader(reading: Reading, record: string, line: number): void {
  leaveStatement(reading)
  const statement = emptyStatement()
  const { issues } = statement
  const number = field(record, 48, 50)
  const currency = currencyByNumber(number)
  statement.account = field(record, 3, 20).trim()
  statement.iban = ibanFromCcc(field(record, 3, 20))
  statement.holderName = field(record, 52, 77).trim() || null
  statement.currency = currency ?? noCurrency
  statement.from = shortDate(field(record, 21, 26))
  statement.to = shortDate(field(record, 27, 32))
  statement.openingMinor = signedAmount(field(record, 33, 33), field(record, 34, 47), statement.currency)
  if (statement.iban === null) {
    addIssue(issues, 'unreadable_account', `La cuenta ${quoted(statement.account)} no se puede leer.`, line)
  }
  if (currency === null) addIssue(issues, 'unknown_currency', `Divisa ${quoted(number)} desconocida.`, line)
  if (statement.from === null || statement.to === null) {
    addIssue(issues, 'unreadable_period', 'Las fechas del periodo no se pueden leer.', line)
  }
  if (statement.openingMinor === null) {
    addIssue(issues, 'unreadable_opening_balance', 'El saldo inicial no se puede leer.', line)
  }
  reading.file.statements.push(statement)
  reading.statement = statement
}

function readMovement(reading: Reading, record: string, line: number): void {
  finishEntry(reading)
  const { statement, file } = reading
  reading.isSkipping = true
  if (statement === null) {
    addIssue(
      file.issues,
      'entry_without_account',
      'Movimiento sin registro 11 de cuenta: no se importa.',
      line
    )
    return
  }
  const entry = readNorma43Entry(record, line, statement)
  if (entry === null) return
  reading.open = { entry, concepts: [] }
  reading.isSkipping = false
}

/** The most 23 records a movement may have; more are kept and told. */
const complementsMax = 5

function readComplement(reading: Reading, record: string, line: number): void {
  const { open, file, statement } = reading
  const kind = record.slice(0, 2)
  if (open === null && reading.isSkipping) return
  if (open === null) {
    addIssue(file.issues, 'complement_without_entry', `Registro ${kind} sin movimiento delante.`, line)
    return
  }
  if (kind === '24') {
    const currency = currencyByNumber(field(record, 5, 7))
    const amountMinor = currency === null ? null : signedAmount('2', field(record, 8, 21), currency)
    if (currency === null || amountMinor === null) {
      addIssue(
        (statement ?? file).issues,
        'unreadable_original_amount',
        'El contravalor no se puede leer.',
        line
      )
    } else open.entry.original = { amountMinor, currency }
    return
  }
  open.concepts.push(record)
  if (open.concepts.length === complementsMax + 1) {
    addIssue(
      (statement ?? file).issues,
      'too_many_complements',
      'El movimiento tiene más de cinco registros 23.',
      line
    )
  }
}

function readAccountEnd(reading: Reading, record: string, line: number): void {
  finishEntry(reading)
  const { statement, file } = reading
  if (statement === null) {
    addIssue(file.issues, 'close_without_account', 'Registro 33 sin registro 11 de cuenta.', line)
    return
  }
  closeNorma43Account(statement, record, line)
  reading.statement = null
}

function readFileEnd(reading: Reading, record: string, line: number): void {
  leaveStatement(reading)
  const declared = wholeNumber(field(record, 21, 26))
  if (declared === null) {
    addIssue(
      reading.file.issues,
      'unreadable_record_count',
      'El número de registros del 88 no se puede leer.',
      line
    )
  } else if (declared !== reading.records) {
    const message = `El registro 88 declara ${declared} registros y hay ${reading.records}.`
    addIssue(reading.file.issues, 'record_count_mismatch', message, line)
  }
  reading.records = 0
  reading.hasEnd = true
}

function finishEntry(reading: Reading): void {
  reading.isSkipping = false
  if (reading.open === null || reading.statement === null) return
  finishNorma43Entry(reading.open.entry, reading.open.concepts)
  reading.statement.entries.push(reading.open.entry)
  reading.open = null
}

/** Ends the account being read, telling that its 33 never came. */
function leaveStatement(reading: Reading): void {
  finishEntry(reading)
  if (reading.statement !== null) flagMissingClose(reading.statement)
  reading.statement = null
}
