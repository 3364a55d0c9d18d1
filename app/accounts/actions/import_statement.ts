import { insertStatementLines } from '#app/accounts/actions/insert_statement_lines'
import { refuseClosed, refuseImported } from '#app/accounts/actions/upload_statement'
import { findLastClosing, identifyEntries } from '#app/accounts/queries/identify_entries'
import { missingPages, missingPageText } from '#app/accounts/queries/missing_pages'
import {
  findImportAccount,
  findUpload,
  type ImportAccount,
  readUpload,
} from '#app/accounts/queries/read_upload'
import { tellFollowers } from '#app/accounts/statement_followers'
import {
  type AccountFile,
  accountOf,
  balanceCheck,
  isUnbalanced,
} from '#app/accounts/statements/account_file'
import type { ParsedStatement } from '#app/accounts/statements/parsed_statement'
import { type Actor, recordEvent } from '#app/audit/record_event'
import type { StoredFile } from '#app/files/store_file'
import { noteApplied } from '#app/imports/kept_files'
import type { FileIssue } from '#app/imports/tables/file_issues'
import { firstIssues } from '#app/imports/tables/file_issues'
import type { Progress } from '#app/jobs/queue'
import { execute, inTransaction, oneRow, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { counted } from '#app/kernel/text/counted'

type Input = {
  bankAccountId: number
  fileId: number
  /** Also with totals or control records that do not hold, and without the rows that cannot be read. */
  accepts: { unbalanced: boolean; unreadableRows: boolean }
  actor: Actor
}

export type ImportReport = {
  imported: number
  repeated: number
  rejected: number
  /** Rows that never happened or are not in the balance yet. */
  leftOut: number
  unbalanced: boolean
  statementIds: number[]
}

/**
 * Imports a previewed file in one transaction: its statements, and the movements that the account does not have yet.
 * Throws at `file` when it was imported before, when its control records do not hold (00 §8) or rows cannot be read,
 * unless that is accepted.
 */
export async function importStatement(input: Input, progress?: Progress): Promise<ImportReport> {
  const { bankAccountId, actor } = input
  const { account, upload, file } = await readAccepted(input)
  return inTransaction(async (trx) => {
    // What else refers to the account meanwhile (a payment order, an entry) does not wait for a long import.
    const { status } = await oneRow<{ status: string }>(
      `select status from bank_accounts where id = :bankAccountId for no key update`,
      { bankAccountId },
      trx
    )
    refuseClosed(status)
    await refuseImported(bankAccountId, upload.sha256, trx)
    const report = await writeStatements({ account, upload, file, actor, progress }, trx)
    await keepAccountNumber(account, file, trx)
    await updateReportedBalance(bankAccountId, trx)
    await noteApplied(
      {
        fileId: upload.id,
        siteId: account.siteId,
        counts: {
          applied: report.imported,
          repeated: report.repeated,
          wrong: report.rejected,
          leftOut: report.leftOut,
        },
        result: reportText(report),
        actor,
      },
      trx
    )
    await recordEvent(
      {
        actor,
        objectType: 'bank_account',
        objectId: bankAccountId,
        siteId: account.siteId,
        event: 'bank_statement.imported',
        reason: reportText(report),
      },
      trx
    )
    const { imported: linesImported, statementIds } = report
    await tellFollowers({ bankAccountId, userId: actor.userId, linesImported, statementIds }, trx)
    return report
  })
}

/**
 * A previewed file as it would be imported. Throws at `file` when it is no longer there, its columns are not chosen, or
 * what is wrong with it is not accepted.
 */
export async function readAccepted({ bankAccountId, fileId, accepts }: Input) {
  const [account, upload] = await Promise.all([
    findImportAccount(bankAccountId),
    findUpload(bankAccountId, fileId),
  ])
  if (!account || !upload)
    throw new DomainError('E_UPLOAD', 'El fichero ya no está disponible: súbalo de nuevo.', { field: 'file' })
  const { file } = await readUpload(upload, account)
  if (file === null)
    throw new DomainError('E_STATEMENT_COLUMNS', 'Indique qué columnas tienen la fecha y el importe.', {
      field: 'file',
    })
  refuseUnaccepted(file, accepts)
  return { account, upload, file }
}

/** An account without IBAN is known from now on by what its bank calls it in its statements. */
async function keepAccountNumber({ id, iban }: ImportAccount, { statements }: AccountFile, trx: Transaction) {
  const number = statements.map(accountOf).find((account) => account !== '')
  if (iban !== null || !number) return
  await execute(
    `update bank_accounts set statement_account = :number where id = :id and statement_account is null`,
    { id, number },
    trx
  )
}

/** What an import did, in words. */
export function reportText({ imported, repeated, rejected, leftOut }: ImportReport): string {
  const unmade = leftOut === 0 ? '' : `, no ejecutadas ${leftOut}`
  return `Importadas ${imported}, repetidas ${repeated}, rechazadas ${rejected}${unmade}`
}

function refuseUnaccepted({ source, controlIssues, rejected }: AccountFile, accepts: Input['accepts']): void {
  const [control] = controlIssues
  if (control && source === 'norma43' && !accepts.unbalanced) {
    const where = control.line === undefined ? '' : `Línea ${control.line}: `
    throw new DomainError(
      'E_STATEMENT_CONTROL',
      `${where}${control.message} Marque «Importar de todos modos» para continuar.`,
      { field: 'file' }
    )
  }
  if (rejected.length > 0 && !accepts.unreadableRows) {
    throw new DomainError(
      'E_STATEMENT_ROWS',
      `Hay ${counted(rejected.length, 'fila con error: corríjala', 'filas con error: corríjalas')} o marque «Omitir filas con error».`,
      { field: 'file' }
    )
  }
}

type Work = {
  account: ImportAccount
  upload: StoredFile
  file: AccountFile
  actor: Actor
  progress?: Progress | undefined
}

async function writeStatements(
  { account, upload, file, actor, progress }: Work,
  trx: Transaction
): Promise<ImportReport> {
  const missing = await missingPages(account.id, file.statements, trx)
  const { entries, known } = await identifyEntries(account.id, file.statements, trx)
  const lines = entries.filter((entry) => !known.has(entry.externalId)).flatMap((entry) => entry.lines)
  const repeated = entries.filter((entry) => known.has(entry.externalId)).flatMap((entry) => entry.lines)
  const statementIds = new Map<number, number>()
  for (const [index, statement] of file.statements.entries()) {
    const statementNo = index + 1
    const counts = {
      imported: lines.filter((line) => line.statementNo === statementNo).length,
      repeated: repeated.filter((line) => line.statementNo === statementNo).length,
    }
    statementIds.set(
      statementNo,
      await insertStatement({ account, upload, file, statement, statementNo, counts, actor }, trx)
    )
  }
  const imported = await insertStatementLines(
    lines,
    { bankAccountId: account.id, statementIds, progress },
    trx
  )
  const broken =
    (await breakChain(account, file.statements, statementIds, trx)) +
    (await markMissingPages(missing, file.statements, statementIds, trx))
  return {
    imported,
    repeated: repeated.length + lines.length - imported,
    rejected: file.rejected.length,
    leftOut: file.leftOut.length,
    unbalanced: broken > 0 || file.statements.some((statement) => isUnbalanced(statement, file)),
    statementIds: [...statementIds.values()],
  }
}

/**
 * Marks as unbalanced each statement after which the account does not have what the bank says: the last closing balance
 * before it and every movement that came since must give its own. Not asked where a statement between them is missing.
 * Gives how many were marked.
 */
async function breakChain(
  account: ImportAccount,
  statements: readonly ParsedStatement[],
  statementIds: ReadonlyMap<number, number>,
  trx: Transaction
): Promise<number> {
  let marked = 0
  for (const [index, { from, to, openingMinor, closingDeclaredMinor }] of statements.entries()) {
    if (from === null || to === null || closingDeclaredMinor === null) continue
    const before = await findLastClosing(account.id, to, trx)
    if (!before || (before.periodTo < from && before.closingMinor !== openingMinor)) continue
    const { moved } = await oneRow<{ moved: number }>(
      `select coalesce(sum(l.amount_minor), 0)::bigint as moved from bank_statements s join bank_statement_lines l on l.statement_id = s.id
        where s.bank_account_id = :id and s.id > :beforeId and s.period_to > :periodTo and s.period_to <= :to`,
      { id: account.id, beforeId: before.id, periodTo: before.periodTo, to },
      trx
    )
    if (before.closingMinor + moved === closingDeclaredMinor) continue
    marked += await markUnbalanced(statementIds.get(index + 1) ?? 0, trx)
  }
  return marked
}

const chainIssue = {
  code: 'chain_mismatch',
  message:
    'El saldo final no es el del extracto anterior más los movimientos importados: falta o sobra alguno.',
}

/** Marks the pages that go on from one that nobody imported. Gives how many. */
async function markMissingPages(
  missing: readonly number[],
  statements: readonly ParsedStatement[],
  statementIds: ReadonlyMap<number, number>,
  trx: Transaction
): Promise<number> {
  let marked = 0
  for (const index of missing) {
    const statement = statements[index]
    if (!statement) continue
    const issue = { code: 'missing_page', message: missingPageText(statement) }
    marked += await markUnbalanced(statementIds.get(index + 1) ?? 0, trx, issue)
  }
  return marked
}

function markUnbalanced(
  statementId: number,
  trx: Transaction,
  issue: FileIssue = chainIssue
): Promise<number> {
  return execute(
    `update bank_statements set status = 'unbalanced', issues = issues || :issue::jsonb where id = :statementId`,
    { statementId, issue: JSON.stringify([issue]) },
    trx
  )
}

type NewStatement = Work & {
  statement: ParsedStatement
  statementNo: number
  counts: { imported: number; repeated: number }
}

async function insertStatement(
  { account, upload, file, statement, statementNo, counts, actor }: NewStatement,
  trx: Transaction
): Promise<number> {
  const days = statement.entries.flatMap(({ bookedOn }) => (bookedOn === null ? [] : [bookedOn])).toSorted()
  const { id } = await oneRow<{ id: number }>(
    `insert into bank_statements (bank_account_id, source, period_from, period_to, opening_minor, closing_minor, currency, file_id, file_sha256,
        statement_no, status, issues, lines_imported, lines_repeated, created_by)
     values (:bankAccountId, :source, :from, :to, :openingMinor, :closingMinor, :currency, :fileId, :sha256,
        :statementNo, :status, :issues, :imported, :repeated, :userId) returning id`,
    {
      bankAccountId: account.id,
      source: file.source,
      from: statement.from ?? days[0] ?? null,
      to: statement.to ?? days.at(-1) ?? null,
      openingMinor: statement.openingMinor,
      closingMinor: statement.closingMinor,
      currency: account.currency,
      fileId: upload.id,
      sha256: upload.sha256,
      statementNo,
      status: statusOf(statement, file),
      issues: JSON.stringify(firstIssues(statement.issues)),
      ...counts,
      userId: actor.userId,
    },
    trx
  )
  return id
}

function statusOf(statement: ParsedStatement, file: AccountFile): 'balanced' | 'unbalanced' | 'unchecked' {
  if (isUnbalanced(statement, file)) return 'unbalanced'
  return balanceCheck(statement) === 'unchecked' ? 'unchecked' : 'balanced'
}

/** The bank's last word on the balance: the closing of the latest statement, unless a connection told a later one. */
export async function updateReportedBalance(bankAccountId: number, trx: Transaction): Promise<void> {
  await execute(
    `update bank_accounts b set reported_balance_minor = s.closing_minor, reported_at = s.closed_at
       from (select closing_minor, ((period_to + 1)::timestamp at time zone 'Europe/Madrid') - interval '1 second' as closed_at from bank_statements
              where bank_account_id = :bankAccountId and closing_minor is not null and period_to is not null order by period_to desc, id desc limit 1) s
      where b.id = :bankAccountId and (b.reported_at is null or b.reported_at <= s.closed_at or b.provider_code in ('sepa_file', 'manual'))`,
    { bankAccountId },
    trx
  )
}
