import {
  field,
  noCurrency,
  signedAmount,
  unsignedAmount,
  wholeNumber,
} from '#app/accounts/statements/norma43/norma43_fields'
import type { ParsedStatement } from '#app/accounts/statements/parsed_statement'
import { computeClosing } from '#app/accounts/statements/statement_checks'
import { addIssue } from '#app/imports/tables/file_issues'
import { formatAmount } from '#app/kernel/money/money'

/** Tells that an account never got its 33 record: there is no closing balance but the computed one. */
export function flagMissingClose(statement: ParsedStatement): void {
  computeClosing(statement)
  addIssue(
    statement.issues,
    'missing_record_33',
    'Falta el registro 33 de fin de cuenta: el extracto puede estar cortado.'
  )
}

/** Compares what a 33 record declares with what was read, telling both figures wherever they differ. */
export function closeNorma43Account(statement: ParsedStatement, record: string, line: number): void {
  const currency = statement.currency ?? noCurrency
  if (field(record, 3, 20).trim() !== statement.account) {
    addIssue(statement.issues, 'account_mismatch', 'El registro 33 es de otra cuenta que el 11.', line)
  }
  checkCounts(statement, record, line)
  checkTotal(statement, unsignedAmount(field(record, 26, 39), currency), 'debit', line)
  checkTotal(statement, unsignedAmount(field(record, 45, 58), currency), 'credit', line)
  statement.closingDeclaredMinor = signedAmount(field(record, 59, 59), field(record, 60, 73), currency)
  computeClosing(statement)
  if (statement.closingDeclaredMinor === null) {
    addIssue(statement.issues, 'unreadable_closing_balance', 'El saldo final no se puede leer.', line)
  } else if (statement.closingDeclaredMinor !== statement.closingComputedMinor) {
    const declared = formatAmount(statement.closingDeclaredMinor, currency)
    const computed = shown(statement.closingComputedMinor, currency)
    const message = `El saldo final declarado es ${declared} y el calculado ${computed}.`
    addIssue(statement.issues, 'closing_balance_mismatch', message, line)
  }
}

/** Movements of nothing may be counted on either side: some banks count them all as debits. */
function checkCounts(statement: ParsedStatement, record: string, line: number): void {
  const debits = wholeNumber(field(record, 21, 25))
  const credits = wholeNumber(field(record, 40, 44))
  const minus = statement.entries.filter((entry) => entry.amountMinor < 0).length
  const plus = statement.entries.filter((entry) => entry.amountMinor > 0).length
  const zero = statement.entries.length - minus - plus
  const isRight =
    debits !== null &&
    credits !== null &&
    debits + credits === statement.entries.length &&
    debits >= minus &&
    debits <= minus + zero
  if (isRight) return
  const message = `El registro 33 declara ${debits ?? '?'} cargos y ${credits ?? '?'} abonos y hay ${minus} y ${plus}${
    zero > 0 ? ` (y ${zero} sin importe)` : ''
  }.`
  addIssue(statement.issues, 'entry_count_mismatch', message, line)
}

function checkTotal(
  statement: ParsedStatement,
  declared: number | null,
  side: 'debit' | 'credit',
  line: number
): void {
  const currency = statement.currency ?? noCurrency
  let total = 0n
  for (const { amountMinor } of statement.entries) {
    if (amountMinor < 0 === (side === 'debit')) total += BigInt(Math.abs(amountMinor))
  }
  if (declared !== null && BigInt(declared) === total) return
  const computed = Number.isSafeInteger(Number(total)) ? Number(total) : null
  const message = `La suma de ${side === 'debit' ? 'cargos' : 'abonos'} declarada es ${shown(declared, currency)} y la calculada ${shown(computed, currency)}.`
  addIssue(statement.issues, `${side}_total_mismatch`, message, line)
}

function shown(amountMinor: number | null, currency: string): string {
  return amountMinor === null ? 'ilegible' : formatAmount(amountMinor, currency)
}
