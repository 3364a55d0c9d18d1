import { updateReportedBalance } from '#app/accounts/actions/update_reported_balance'
import { refuseClosed, refuseImported } from '#app/accounts/actions/upload_statement'
import { type ImportReport, writeStatements } from '#app/accounts/actions/write_statements'
import {
  findImportAccount,
  findUpload,
  type ImportAccount,
  readUpload,
} from '#app/accounts/queries/read_upload'
import { tellFollowers } from '#app/accounts/statement_followers'
import { type AccountFile, accountOf } from '#app/accounts/statements/account_file'
import { type Actor, recordEvent } from '#app/audit/record_event'
import { noteApplied } from '#app/imports/kept_files'
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
