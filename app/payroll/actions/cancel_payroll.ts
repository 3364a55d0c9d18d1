import { type Actor, recordEvents } from '#app/audit/record_event'
import { execute, inTransaction, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { givenReason } from '#app/kernel/text/given_reason'
import { reverseEntry } from '#app/ledger/actions/reverse_entry'

type Input = { payrollIds: readonly number[]; reason: string; actor: Actor }

/**
 * What will not be paid: its accrual is reversed and the month is free for another. All of them or none: throws E_ORDERED
 * while one of them is in a payment or paid.
 */
export async function cancelPayroll(
  { payrollIds, reason, actor }: Input,
  outer?: Transaction
): Promise<void> {
  givenReason(reason)
  await inTransaction(async (trx) => {
    const found = await rows<{ id: number; siteId: number; status: string; entryId: number | null }>(
      `select id, site_id, status, journal_entry_id as entry_id from payroll_payments where id = any(:payrollIds::bigint[]) order by id for update`,
      { payrollIds },
      trx
    )
    const busy = found.filter(({ status }) => status !== 'pending')
    if (busy.length > 0)
      throw new DomainError(
        'E_ORDERED',
        busy.length === 1
          ? 'Una nómina ya está en un pago, pagada o cancelada: cancele antes su pago.'
          : `${busy.length} nóminas ya están en un pago, pagadas o canceladas: cancele antes sus pagos.`
      )
    await execute(
      `update payroll_payments set status = 'cancelled', cancel_reason = :reason, updated_by = :userId where id = any(:payrollIds::bigint[])`,
      { payrollIds, reason: reason.trim(), userId: actor.userId },
      trx
    )
    await recordEvents(
      found.map(({ id, siteId }) => ({
        actor,
        objectType: 'payroll_payment',
        objectId: id,
        siteId,
        event: 'payroll_payment.cancelled',
        from: 'pending',
        to: 'cancelled',
        reason,
      })),
      trx
    )
    for (const { entryId } of found)
      if (entryId !== null)
        await reverseEntry(
          { entryId, reason: `Nómina cancelada: ${reason.trim()}`, createdBy: actor.userId },
          trx
        )
  }, outer)
}
