import { type Actor, SYSTEM } from '#app/audit/record_event'
import { execute, row, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { discardLocked } from '#app/rebilling/charges/discard_charge'

const GONE = 'El gasto de origen ya no está contabilizado.'

/**
 * An invoice is about to leave the books: what was not issued of it is not charged on any more, and what was has to be
 * rectified, which is said on it. One that came by a charge itself stays. Throws E_GROUP_INVOICE.
 */
export async function followUnbooking(invoiceId: number, _actor: Actor, trx: Transaction): Promise<void> {
  const came = await row<{ number: string }>(
    `select number from rebilling_transactions where target_invoice_id = :invoiceId`,
    { invoiceId },
    trx
  )
  if (came)
    throw new DomainError(
      'E_GROUP_INVOICE',
      `La factura procede de la refacturación ${came.number}: rectifíquela allí.`
    )
  const found = await rows<{ id: number; status: string }>(
    `select t.id, t.status from rebilling_transactions t where t.reverses_id is null and t.status not in ('discarded', 'rectified')
        and exists (select 1 from rebilling_sources x join invoice_lines l on l.id = x.source_id where x.transaction_id = t.id and x.source_type = 'invoice_line' and l.invoice_id = :invoiceId)
      order by t.id for update of t`,
    { invoiceId },
    trx
  )
  const isOpen = (status: string) => ['draft', 'proposed', 'approved'].includes(status)
  for (const { id, status } of found) if (isOpen(status)) await discardLocked(id, GONE, SYSTEM, trx)
  await execute(
    `update rebilling_transactions set source_alert = 'cancelled' where id = any(:ids::bigint[])`,
    { ids: found.filter(({ status }) => !isOpen(status)).map(({ id }) => id) },
    trx
  )
}
