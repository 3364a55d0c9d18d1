import type { StatementSource } from '#app/accounts/account_labels'
import type {
  LeftOutRow,
  ParsedStatement,
  ParsedStatementFile,
} from '#app/accounts/statements/parsed_statement'
import { layoutOfFormat } from '#app/accounts/statements/statement_layouts'
import type { FileIssue } from '#app/imports/tables/file_issues'
import { DomainError } from '#app/kernel/domain_error'
import { formatIban } from '#app/kernel/identifiers/iban'
import type { Currency } from '#app/kernel/money/currency'
import { formatAmount } from '#app/kernel/money/money'

export type StatementAccount = {
  iban: string | null
  /** What the bank's files call an account without IBAN, once one of them was imported. */
  statementAccount?: string | null
  currency: Currency
}

/** The statements of a file that belong to one account, with what is wrong with them. */
export type AccountFile = {
  source: StatementSource
  statements: ParsedStatement[]
  /** Everything the file and these statements have wrong. */
  issues: FileIssue[]
  /** Totals and counts that do not hold: the file is refused, or imported as unbalanced when somebody insists. */
  controlIssues: FileIssue[]
  /** Rows that could not be read and would be left out. */
  rejected: FileIssue[]
  /** Rows that never happened, or are not in the balance yet, with the state that the bank gives them. */
  leftOut: LeftOutRow[]
  /** Statements of other accounts in the same file, which are left out. */
  strangers: number
}

const controlCodes: ReadonlySet<string> = new Set([
  'account_mismatch',
  'close_without_account',
  'closing_balance_mismatch',
  'credit_total_mismatch',
  'debit_total_mismatch',
  'entry_count_mismatch',
  'missing_record_33',
  'missing_record_88',
  'record_count_mismatch',
  'unreadable_closing_balance',
])
const rejectedCodes: ReadonlySet<string> = new Set([
  'unreadable_amount',
  'unreadable_date',
  'unknown_status',
  'row_too_long',
])

/**
 * Picks the statements of an account, in its currency, out of a file. Throws DomainError at `file` when there is none,
 * when all are of another account (area 00 §8) or in another currency, and when an account that has no number yet could
 * be any of several.
 */
export function selectForAccount(file: ParsedStatementFile, account: StatementAccount): AccountFile {
  const [first] = file.statements
  if (first === undefined) {
    throw refusal('E_STATEMENT_EMPTY', file.issues[0]?.message ?? 'El fichero no contiene ningún extracto.')
  }
  const ofAccount = file.statements.filter((statement) => isOf(statement, account))
  if (ofAccount.length === 0) {
    const theirs = first.iban ? formatIban(first.iban) : first.account
    const ours = account.iban ? formatIban(account.iban) : account.statementAccount
    throw refusal('E_STATEMENT_ACCOUNT', `El extracto es de la cuenta ${theirs}, no de ${ours}.`)
  }
  refuseSeveralAccounts(ofAccount, account)
  const inCurrency = ofAccount.filter((statement) => foreignCurrency(statement, account.currency) === null)
  const statements = inCurrency.length > 0 ? inCurrency : ofAccount
  for (const statement of statements) refuseOtherCurrency(statement, account.currency)
  const issues = [...file.issues, ...statements.flatMap((statement) => statement.issues)]
  return {
    source: sourceOf(file.format),
    statements,
    issues,
    controlIssues: issues.filter(({ code }) => controlCodes.has(code)),
    rejected: issues.filter(({ code }) => rejectedCodes.has(code)),
    leftOut: statements.flatMap(leftOutOf),
    strangers: file.statements.length - statements.length,
  }
}

/** The labels of the states of camt whose entries are not in the balance. */
const STATES: Readonly<Record<string, string>> = {
  PDNG: 'Pendiente (PDNG)',
  INFO: 'Informativo (INFO)',
  FUTR: 'Futuro (FUTR)',
  OTHER: 'Estado desconocido',
}

/** What of a statement is no movement, each with its state. */
export function leftOutOf({ entries, leftOut }: ParsedStatement): LeftOutRow[] {
  const unbooked = entries
    .filter(({ status, amountMinor }) => status !== 'BOOK' && amountMinor !== 0)
    .map(({ line, status, bookedOn, text, amountMinor, currency }) => ({
      line,
      state: STATES[status] ?? status,
      bookedOn,
      text,
      amount: formatAmount(amountMinor, currency),
    }))
  return [...leftOut, ...unbooked]
}

/**
 * Whether the balances of a statement prove that nothing of it is missing: `unchecked` where it says too few of them.
 */
export function balanceCheck(statement: ParsedStatement): 'ok' | 'failed' | 'unchecked' {
  const { openingMinor, closingDeclaredMinor, closingComputedMinor } = statement
  if (statement.issues.some(({ code }) => code === 'closing_balance_mismatch')) return 'failed'
  if (openingMinor === null || closingDeclaredMinor === null || closingComputedMinor === null)
    return 'unchecked'
  return closingDeclaredMinor === closingComputedMinor ? 'ok' : 'failed'
}

/** Whether a statement does not add up, by its own records or by those of the file. */
export function isUnbalanced(statement: ParsedStatement, file: AccountFile): boolean {
  const own = new Set(statement.issues)
  const others = new Set(file.statements.flatMap((other) => (other === statement ? [] : other.issues)))
  return file.controlIssues.some((issue) => own.has(issue) || !others.has(issue))
}

/** Fewer figures, the last four for example, many accounts have. */
const numberLengthMin = 8

/**
 * An account is told by its IBAN, by the bank, branch and number of Norma 43, or by what of the IBAN a bank writes; one
 * without IBAN by what the bank called it the first time. A statement that names no account may be any.
 */
function isOf(statement: ParsedStatement, { iban, statementAccount }: StatementAccount): boolean {
  const theirs = accountOf(statement)
  if (theirs === '') return true
  if (iban === null) return !statementAccount || theirs === statementAccount
  if (statement.iban !== null) return statement.iban === iban
  return (
    (theirs.length >= numberLengthMin && iban.includes(theirs)) ||
    iban.slice(4, 12) + iban.slice(14) === theirs
  )
}

/** What a statement calls its account, without signs; empty when it does not. */
export function accountOf({ iban, account }: ParsedStatement): string {
  return iban ?? account?.replaceAll(/\W/g, '') ?? ''
}

function refuseSeveralAccounts(
  statements: readonly ParsedStatement[],
  { iban, statementAccount }: StatementAccount
): void {
  if (iban !== null || statementAccount) return
  const accounts = new Set(statements.map(accountOf).filter((account) => account !== ''))
  if (accounts.size <= 1) return
  throw refusal(
    'E_STATEMENT_ACCOUNT',
    `El fichero trae varias cuentas (${[...accounts].join(', ')}) y esta no tiene número: importe primero un extracto solo de ella.`
  )
}

/** A currency of the statement that is not the account's, or null. */
function foreignCurrency(statement: ParsedStatement, currency: Currency): Currency | null {
  const all = [statement.currency, ...statement.entries.map((entry) => entry.currency)]
  return all.find((found) => found !== null && found !== currency) ?? null
}

function refuseOtherCurrency(statement: ParsedStatement, currency: Currency): void {
  const other = foreignCurrency(statement, currency)
  if (other) throw refusal('E_STATEMENT_CURRENCY', `El extracto está en ${other} y la cuenta en ${currency}.`)
}

function sourceOf(format: string): StatementSource {
  const layout = layoutOfFormat(format)
  if (layout) return layout.source
  if (format === 'csv' || format === 'xlsx') return format
  if (format === 'html' || format === 'spreadsheetml') return 'xlsx'
  return format.includes('052') ? 'camt052' : format.includes('054') ? 'camt054' : 'camt053'
}

const refusal = (code: `E_${string}`, message: string) => new DomainError(code, message, { field: 'file' })
