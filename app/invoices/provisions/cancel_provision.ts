import { type Actor, recordEvent } from '#app/audit/record_event'
import { freeReserve, lockProvision, refuseClosed } from '#app/invoices/provisions/lock_provision'
import { execute, inTransaction, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { givenReason } from '#app/kernel/text/given_reason'
import { reverseEntry } from '#app/ledger/actions/reverse_entry'

/** It will not come: the accrual is reversed and the money free. Throws E_PAID once something of it was paid. */
export async function cancelProvision(
  { provisionId, reason }: { provisionId: number; reason: string },
  actor: Actor,
  outer?: Transaction
): Promise<void> {
  givenReason(reason)
  await inTransaction(async (trx) => {
    const provision = await lockProvision(provisionId, trx)
    refuseClosed(provision)
    if (provision.settledMinor > 0)
      throw new DomainError('E_PAID', 'La provisión ya está pagada: vincúlela con su factura.')
    await execute(
      `update supplier_provisions set status = 'cancelled', cancel_reason = :reason, updated_by = :userId where id = :provisionId`,
      { provisionId, reason: reason.trim(), userId: actor.userId },
      trx
    )
    await freeReserve(provisionId, trx)
    await recordEvent(
      {
        actor,
        objectType: 'supplier_provision',
        objectId: provisionId,
        siteId: provision.siteId,
        event: 'supplier_provision.cancelled',
        from: 'open',
        to: 'cancelled',
        reason,
      },
      trx
    )
    if (provision.entryId !== null)
      await reverseEntry(
        { entryId: provision.entryId, reason: `Provisión cancelada: ${reason}`, createdBy: actor.userId },
        trx
      )
  }, outer)
}
