import { type Actor, recordEvent } from '#app/audit/record_event'
import { execute, inTransaction, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { givenReason } from '#app/kernel/text/given_reason'
import { type CalendarDate, endOfMonth, formatDay, startOfMonth, today } from '#app/kernel/time/calendar_date'
import {
  type CertificateStatus,
  certificateWorkflow,
} from '#app/reconciliation/certificates/certificate_workflow'
import { type MonthPosition, monthPosition } from '#app/reconciliation/certificates/month_position'
import { reviewObstacle } from '#app/reconciliation/certificates/review_obstacle'
import { findMatchAccount } from '#app/reconciliation/queries/match_account'

type Certificate = {
  id: number
  siteId: number
  bankAccountId: number
  month: CalendarDate
  currency: string
  status: CertificateStatus
  bankMinor: number
  ledgerMinor: number
  unexplainedMinor: number
  preparedBy: number
}

/**
 * Draws up the acta of a month that is over, or draws up its draft again. Throws at `month` while it is not over, where
 * no statement reaches its last day, and E_TRANSITION when it is reviewed.
 */
export async function prepareCertificate({
  bankAccountId,
  month,
  actor,
}: {
  bankAccountId: number
  month: CalendarDate
  actor: Actor & { userId: number }
}): Promise<number> {
  const start = startOfMonth(month)
  return inTransaction(async (trx) => {
    const account = await findMatchAccount(bankAccountId, trx)
    if (!account) throw new Error(`No bank account ${bankAccountId}`)
    await oneRow(`select id from bank_accounts where id = :bankAccountId for update`, { bankAccountId }, trx)
    const known = await row<{ status: CertificateStatus }>(
      `select status from reconciliation_certificates where bank_account_id = :bankAccountId and month = :start`,
      { bankAccountId, start },
      trx
    )
    certificateWorkflow.next(known?.status ?? 'draft', 'prepare')
    const position = await positionOf(bankAccountId, start, trx)
    const { id } = await oneRow<{ id: number }>(
      `insert into reconciliation_certificates as c (site_id, bank_account_id, month, currency, bank_minor, ledger_minor, explained_minor, unexplained_minor, bank_items, ledger_items, prepared_by)
       values (:siteId, :bankAccountId, :start, :currency, :bankMinor, :ledgerMinor, :explainedMinor, :unexplainedMinor, :bankItems::jsonb, :ledgerItems::jsonb, :userId)
       on conflict (bank_account_id, month) do update set bank_minor = excluded.bank_minor, ledger_minor = excluded.ledger_minor, explained_minor = excluded.explained_minor,
         unexplained_minor = excluded.unexplained_minor, bank_items = excluded.bank_items, ledger_items = excluded.ledger_items, prepared_by = excluded.prepared_by,
         prepared_at = now(), lock_version = c.lock_version + 1 returning id`,
      {
        siteId: account.siteId,
        bankAccountId,
        start,
        currency: account.currency,
        userId: actor.userId,
        ...position,
        bankItems: JSON.stringify(position.bankItems),
        ledgerItems: JSON.stringify(position.ledgerItems),
      },
      trx
    )
    await recordEvent(
      {
        actor,
        objectType: 'reconciliation_certificate',
        objectId: id,
        siteId: account.siteId,
        event: 'reconciliation_certificate.prepared',
        to: 'draft',
      },
      trx
    )
    return id
  })
}

/**
 * Somebody else confirms it. Throws E_FOUR_EYES for who prepared it, E_DIFFERENCE while something is unexplained, and
 * E_CHANGED when bank or books are not any more what it says.
 */
export async function reviewCertificate(id: number, actor: Actor & { userId: number }): Promise<void> {
  await inTransaction(async (trx) => {
    const certificate = await lockCertificate(id, trx)
    certificateWorkflow.next(certificate.status, 'review')
    const obstacle = reviewObstacle(certificate, actor.userId)
    if (obstacle) throw obstacle
    const now = await positionOf(certificate.bankAccountId, certificate.month, trx)
    if (
      now.bankMinor !== certificate.bankMinor ||
      now.ledgerMinor !== certificate.ledgerMinor ||
      now.unexplainedMinor !== 0
    )
      throw new DomainError(
        'E_CHANGED',
        'El banco o los libros han cambiado desde que se preparó: prepárela otra vez.'
      )
    await execute(
      `update reconciliation_certificates set status = 'reviewed', reviewed_by = :userId, reviewed_at = now(), lock_version = lock_version + 1 where id = :id`,
      { id, userId: actor.userId },
      trx
    )
    await recordMove(certificate, 'reviewed', actor, null, trx)
  })
}

/** Back to a draft, with the reason. Throws at `reason`. */
export async function reopenCertificate(id: number, reason: string, actor: Actor): Promise<void> {
  givenReason(reason)
  await inTransaction(async (trx) => {
    const certificate = await lockCertificate(id, trx)
    certificateWorkflow.next(certificate.status, 'reopen')
    await execute(
      `update reconciliation_certificates set status = 'draft', reviewed_by = null, reviewed_at = null, lock_version = lock_version + 1 where id = :id`,
      { id },
      trx
    )
    await recordMove(certificate, 'draft', actor, reason.trim(), trx)
  })
}

async function positionOf(
  bankAccountId: number,
  month: CalendarDate,
  trx: Transaction
): Promise<MonthPosition> {
  const last = endOfMonth(month)
  if (last >= today()) throw new DomainError('E_MONTH', 'El mes todavía no ha terminado.', { field: 'month' })
  const position = await monthPosition(bankAccountId, last, trx)
  if (!position)
    throw new DomainError(
      'E_STATEMENT',
      `Falta un extracto que llegue al ${formatDay(last)}: impórtelo antes.`,
      {
        field: 'month',
      }
    )
  return position
}

async function lockCertificate(id: number, trx: Transaction): Promise<Certificate> {
  const found = await row<Certificate>(
    `select id, site_id, bank_account_id, month, currency, status, bank_minor, ledger_minor, unexplained_minor, prepared_by from reconciliation_certificates where id = :id for update`,
    { id },
    trx
  )
  if (!found) throw new DomainError('E_CERTIFICATE', 'El acta ya no existe: recargue la página.')
  return found
}

function recordMove(
  { id, siteId, status }: Certificate,
  to: CertificateStatus,
  actor: Actor,
  reason: string | null,
  trx: Transaction
) {
  return recordEvent(
    {
      actor,
      objectType: 'reconciliation_certificate',
      objectId: id,
      siteId,
      event: `reconciliation_certificate.${to === 'reviewed' ? 'reviewed' : 'reopened'}`,
      from: status,
      to,
      reason,
    },
    trx
  )
}
