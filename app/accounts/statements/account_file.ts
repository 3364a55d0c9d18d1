import type { StatementSource } from '#app/accounts/account_labels'
import type {
  ParsedStatement,
  ParsedStatementFile,
  StatementIssue,
} from '#app/accounts/statements/parsed_statement'
import type { Currency } from '#app/kernel/currency'
import { DomainError } from '#app/kernel/domain_error'
import { formatIban } from '#app/kernel/iban'

export type StatementAccount = { iban: string | null; currency: Currency }

/** The statements of a file that belong to one account, with what is wrong with them. */
export type AccountFile = {
  source: StatementSource
  statements: ParsedStatement[]
  /** Everything the file and these statements have wrong. */
  issues: StatementIssue[]
  /** Totals and counts that do not hold: the file is refused, or imported as unbalanced when somebody insists. */
  controlIssues: StatementIssue[]
  /** Rows that could not be read and would be left out. */
  rejected: StatementIssue[]
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
 * Picks the statements of an account out of a file. Throws DomainError at `file` when there is none, when all are of
 * another account (area 00 §8) or in another currency.
 */
export function selectForAccount(file: ParsedStatementFile, account: StatementAccount): AccountFile {
  const [first] = file.statements
  if (first === undefined) {
    throw refusal('E_STATEMENT_EMPTY', file.issues[0]?.message ?? 'El fichero no contiene ningún extracto.')
  }
  const statements = file.statements.filter((statement) => isOf(statement, account.iban))
  if (statements.length === 0) {
    const theirs = first.iban ? formatIban(first.iban) : first.account
    throw refusal(
      'E_STATEMENT_ACCOUNT',
      `El extracto es de la cuenta ${theirs}, no de ${formatIban(account.iban ?? '')}.`
    )
  }
  for (const statement of statements) refuseOtherCurrency(statement, account.currency)
  const issues = [...file.issues, ...statements.flatMap((statement) => statement.issues)]
  return {
    source: sourceOf(file.format),
    statements,
    issues,
    controlIssues: issues.filter(({ code }) => controlCodes.has(code)),
    rejected: issues.filter(({ code }) => rejectedCodes.has(code)),
    strangers: file.statements.length - statements.length,
  }
}

/** Whether a statement does not add up, by its own records or by those of the file. */
export function isUnbalanced(statement: ParsedStatement, file: AccountFile): boolean {
  const own = new Set(statement.issues)
  const others = new Set(file.statements.flatMap((other) => (other === statement ? [] : other.issues)))
  return file.controlIssues.some((issue) => own.has(issue) || !others.has(issue))
}

/** An account is told by its IBAN, by the bank, branch and number of Norma 43, or by what of the IBAN a bank writes. */
function isOf({ iban, account }: ParsedStatement, ours: string | null): boolean {
  if (iban !== null && ours !== null) return iban === ours
  const theirs = account?.replaceAll(/\W/g, '') ?? ''
  if (theirs === '' || ours === null) return true
  return ours.includes(theirs) || ours.slice(4, 12) + ours.slice(14) === theirs
}

function refuseOtherCurrency(statement: ParsedStatement, currency: Currency): void {
  const other = [statement.currency, ...statement.entries.map((entry) => entry.currency)].find(
    (found) => found !== null && found !== currency
  )
  if (other) throw refusal('E_STATEMENT_CURRENCY', `El extracto está en ${other} y la cuenta en ${currency}.`)
}

function sourceOf(format: string): StatementSource {
  if (format === 'n43') return 'norma43'
  if (format === 'csv' || format === 'xlsx') return format
  return format.includes('052') ? 'camt052' : format.includes('054') ? 'camt054' : 'camt053'
}

const refusal = (code: `E_${string}`, message: string) => new DomainError(code, message, { field: 'file' })
