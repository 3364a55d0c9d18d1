import {
  conceptText,
  isNormaReversal,
  normaConceptLabel,
} from '#app/accounts/statements/norma43/norma43_concepts'
import { field, noCurrency, shortDate, signedAmount } from '#app/accounts/statements/norma43/norma43_fields'
import { readSepaLayout } from '#app/accounts/statements/norma43/norma43_sepa_layout'
import { emptyEntry, type ParsedEntry, type ParsedStatement } from '#app/accounts/statements/parsed_statement'
import { addIssue, quoted } from '#app/imports/tables/file_issues'

/**
 * The movement of a 22 record. Null, with the reason in the issues of the statement, when its amount cannot be told:
 * a movement without an amount is no movement.
 */
export function readNorma43Entry(
  record: string,
  line: number,
  statement: ParsedStatement
): ParsedEntry | null {
  const currency = statement.currency ?? noCurrency
  const amountMinor = signedAmount(field(record, 28, 28), field(record, 29, 42), currency)
  if (amountMinor === null) {
    const shown = quoted(field(record, 28, 42))
    const message = `El signo o el importe ${shown} no se puede leer: el movimiento no se importa.`
    addIssue(statement.issues, 'unreadable_amount', message, line)
    return null
  }
  const entry = emptyEntry(amountMinor, currency)
  entry.line = line
  entry.valueOn = shortDate(field(record, 17, 22))
  entry.bookedOn = readBookedOn(field(record, 11, 16), entry, line, statement)
  entry.commonConcept = field(record, 23, 24)
  entry.ownConcept = field(record, 25, 27)
  entry.documentNo = field(record, 43, 52).trim()
  entry.reference1 = field(record, 53, 64).trim()
  entry.reference2 = field(record, 65, 80).trim()
  entry.isReversal = isNormaReversal(entry.commonConcept)
  // A movement of nothing is a notice of the bank: shown, never posted.
  entry.status = amountMinor === 0 ? 'INFO' : 'BOOK'
  return entry
}

function readBookedOn(text: string, entry: ParsedEntry, line: number, statement: ParsedStatement) {
  const bookedOn = shortDate(text)
  if (bookedOn === null) {
    tellNoDay(text, entry, line, statement)
    return entry.valueOn
  }
  const { from, to } = statement
  if (from !== null && to !== null && (bookedOn < from || bookedOn > to)) {
    addIssue(
      statement.issues,
      'date_outside_period',
      'La fecha de operación está fuera del periodo del extracto.',
      line
    )
  }
  return bookedOn
}

/** Only a movement without any day is left out. */
function tellNoDay(text: string, { valueOn }: ParsedEntry, line: number, { issues }: ParsedStatement): void {
  const what = `La fecha de operación ${quoted(text)} no es un día`
  if (valueOn === null) {
    addIssue(
      issues,
      'unreadable_date',
      `${what} y tampoco la fecha valor: el movimiento no se importa.`,
      line
    )
  } else addIssue(issues, 'assumed_date', `${what}: se toma la fecha valor.`, line)
}

/** Fills in the text of a movement once all its 23 records have been read. */
export function finishNorma43Entry(entry: ParsedEntry, records: readonly string[]): void {
  const fields = records.map((record): [string, string] => [field(record, 5, 42), field(record, 43, 80)])
  entry.rawLines = fields.flat().map((raw) => raw.trimEnd())
  entry.text = conceptText(fields) || referenceText(entry) || normaConceptLabel(entry.commonConcept ?? '')
  const sepa = readSepaLayout(records)
  if (sepa === null) return
  entry.counterpartyName = sepa.counterpartyName
  entry.endToEndId = sepa.endToEndId
}

/** Banks without 23 records put words in the references. */
function referenceText(entry: ParsedEntry): string {
  return [entry.reference1, entry.reference2].filter((reference) => /\p{L}/u.test(reference)).join(' ')
}
