import { oneRow, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { type MonthToLock, REASON_LENGTH_MIN } from '#app/ledger/month_guards'

/** Throws E_INVOICES_WAITING at `reason` while invoices of a month are not booked and no reason is given to lock it all the same (area 00 §5). */
export async function guardUnbooked({ siteId, month, reason }: MonthToLock, trx: Transaction): Promise<void> {
  const { waiting } = await oneRow<{ waiting: number }>(
    `select count(*)::int as waiting from invoices where site_id = :siteId and issued_on >= :month::date and issued_on < :month::date + interval '1 month'
        and status in ('received', 'analysing', 'analysis_failed', 'pending_review', 'pending_approval', 'approved')`,
    { siteId, month },
    trx
  )
  if (waiting > 0 && (reason ?? '').trim().length < REASON_LENGTH_MIN)
    throw new DomainError(
      'E_INVOICES_WAITING',
      `${waiting === 1 ? 'Hay 1 factura' : `Hay ${waiting} facturas`} de este mes sin contabilizar. Indique el motivo para bloquearlo de todos modos.`,
      { field: 'reason' }
    )
}
