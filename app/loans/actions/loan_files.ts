import type { Actor } from '#app/audit/record_event'
import { refuseInfected } from '#app/files/antivirus'
import { sniffFile } from '#app/files/sniff_file'
import { deleteBytes, forgetFile, sha256Of, storeFile } from '#app/files/store_file'
import { execute, inTransaction, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { recordLoan } from '#app/loans/actions/record_loan'
import { LOAN_FILE_KINDS, type LoanFileKind } from '#app/loans/loan_labels'
import { type Loan, lockLoan } from '#app/loans/terms/loan'

/** The largest file of a loan that is kept. */
const FILE_BYTES_MAX = 25 * 1024 * 1024

export type LoanUpload = { kind: LoanFileKind; name: string; bytes: Uint8Array }

/** Keeps files of a loan, all or none. Throws at `files` with the name of the file that is wrong. */
export async function addLoanFiles(
  loanId: number,
  uploads: readonly LoanUpload[],
  actor: Actor
): Promise<void> {
  for (const { name, bytes } of uploads) await refuseBadFile(name, bytes)
  await inTransaction(async (trx) => {
    const loan = await lockLoan(loanId, trx)
    if (loan.status === 'cancelled') throw new DomainError('E_ENDED', 'El préstamo está anulado.')
    for (const upload of uploads) await keep(loan, upload, actor, trx)
  })
}

async function refuseBadFile(name: string, bytes: Uint8Array): Promise<void> {
  if (bytes.length > FILE_BYTES_MAX)
    throw new DomainError('E_FILE_SIZE', `${name}: el archivo supera el máximo (25 MB).`, { field: 'files' })
  if (!sniffFile(bytes))
    throw new DomainError('E_FILE_KIND', `${name}: formato no admitido.`, { field: 'files' })
  await refuseInfected(name, bytes)
}

async function keep(
  loan: Loan,
  { kind, name, bytes }: LoanUpload,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const sha256 = sha256Of(bytes)
  const known = await row(
    `select 1 as found from loan_files where loan_id = :loanId and sha256 = :sha256`,
    { loanId: loan.id, sha256 },
    trx
  )
  if (known) throw new DomainError('E_FILE_TWICE', `${name}: el archivo ya está adjunto.`, { field: 'files' })
  const file = await storeFile({ name, bytes, createdBy: actor.userId }, trx)
  await execute(
    `insert into loan_files (loan_id, kind, file_id, sha256, created_by) values (:loanId, :kind, :fileId, :sha256, :userId)`,
    { loanId: loan.id, kind, fileId: file.id, sha256, userId: actor.userId },
    trx
  )
  await recordLoan(loan, 'loan.file_added', actor, trx, { reason: `${LOAN_FILE_KINDS[kind]}: ${name}` })
}

/** Takes a file of a loan away. Throws E_CONTRACT for the contract of one that is in force. */
export async function removeLoanFile(
  { loanId, fileId }: { loanId: number; fileId: number },
  actor: Actor
): Promise<void> {
  const removed = await inTransaction(async (trx) => {
    const loan = await lockLoan(loanId, trx)
    const file = await oneRow<{ id: number; kind: LoanFileKind; name: string }>(
      `select f.file_id as id, f.kind, s.name from loan_files f join files s on s.id = f.file_id where f.id = :fileId and f.loan_id = :loanId`,
      { fileId, loanId },
      trx
    )
    if (file.kind === 'contract' && loan.status !== 'draft')
      throw new DomainError('E_CONTRACT', 'El contrato de un préstamo activo no se elimina.')
    await execute(`delete from loan_files where id = :fileId`, { fileId }, trx)
    await recordLoan(loan, 'loan.file_removed', actor, trx, { reason: file.name })
    return forgetFile(file.id, trx)
  })
  await deleteBytes(removed)
}
