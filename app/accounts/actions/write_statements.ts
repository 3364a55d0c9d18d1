import { insertStatementLines } from '#app/accounts/actions/insert_statement_lines'
import { noteSameMovements } from '#app/accounts/actions/note_same_movements'
import {
  findLastClosing,
  identifyEntries,
  type LastClosing,
  linesApart,
} from '#app/accounts/queries/identify_entries'
import { missingPages, missingPageText } from '#app/accounts/queries/missing_pages'
import type { ImportAccount } from '#app/accounts/queries/read_upload'
import { type AccountFile, balanceCheck, isUnbalanced } from '#app/accounts/statements/account_file'
import type { ParsedStatement } from '#app/accounts/statements/parsed_statement'
import type { Actor } from '#app/audit/record_event'
import type { StoredFile } from '#app/files/store_file'
import { type FileIssue, firstIssues } from '#app/imports/tables/file_issues'
import type { Progress } from '#app/jobs/queue'
import { execute, oneRow, type Transaction } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** What became of the rows of a file. */
export type ImportReport = {
  imported: number
  repeated: number
  rejected: number
  /** Rows that never happened or are not in the balance yet. */
  leftOut: number
  unbalanced: boolean
  statementIds: number[]
}

type Work = {
  account: ImportAccount
  upload: StoredFile
  file: AccountFile
  actor: Actor
  progress?: Progress | undefined
}

/** The statements of a file and the movements that the account does not have yet; gives what became of its rows. */
export async function writeStatements(
  { account, upload, file, actor, progress }: Work,
  trx: Transaction
): Promise<ImportReport> {
  const missing = await missingPages(account.id, file.statements, trx)
  const identified = await identifyEntries(account.id, file.statements, trx)
  const { lines, repeated } = linesApart(identified)
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
  const target = { bankAccountId: account.id, statementIds, progress }
  const imported = await insertStatementLines(lines, target, trx)
  await noteSameMovements(identified, { ...target, origin: 'file' }, trx)
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
    const moved = await movedSince(account.id, before, to, trx)
    if (before.closingMinor + moved === closingDeclaredMinor) continue
    marked += await markUnbalanced(statementIds.get(index + 1) ?? 0, trx)
  }
  return marked
}

/** What files and a connection told after a closing balance; what a connection told first counts on the day of the file. */
async function movedSince(
  bankAccountId: number,
  before: LastClosing,
  to: CalendarDate,
  trx: Transaction
): Promise<number> {
  const { moved } = await oneRow<{ moved: number }>(
    `select coalesce(sum(l.amount_minor), 0)::bigint as moved from bank_statement_lines l join bank_statements s on s.id = l.statement_id
        left join bank_statement_line_aliases x on x.line_id = l.id and x.origin = 'file'
      where l.bank_account_id = :bankAccountId and case when s.source = 'api'
        then coalesce(x.booked_on, l.booked_on) > :periodTo and coalesce(x.booked_on, l.booked_on) <= :to
        else s.id > :beforeId and s.period_to > :periodTo and s.period_to <= :to end`,
    { bankAccountId, beforeId: before.id, periodTo: before.periodTo, to },
    trx
  )
  return moved
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
