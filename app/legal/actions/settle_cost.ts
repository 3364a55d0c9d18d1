import { execute, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

/**
 * The bank paid so much of a cost, in cents; negative when it gave so much back. Called by the payment engine in the
 * transaction that posts the money. Throws E_OVERPAID for more than is owed, or more back than was paid.
 */
export async function settleCost(costId: number, amountMinor: number, trx: Transaction): Promise<void> {
  const settled = await execute(
    `update legal_procedure_costs set paid_minor = paid_minor + :amountMinor,
        status = case when paid_minor + :amountMinor = total_minor then 'paid' when status in ('paid', 'offset') then 'payable' else status end
      where id = :costId and status in ('payable', 'ordered', 'paid', 'offset') and paid_minor + :amountMinor between 0 and total_minor`,
    { costId, amountMinor },
    trx
  )
  if (settled === 0) throw new DomainError('E_OVERPAID', 'El importe supera lo pendiente del coste.')
}

/** Tells costs how many of their payments are under way. */
export async function refreshCosts(
  found: readonly { id: number; live: number }[],
  trx: Transaction
): Promise<void> {
  await execute(
    `update legal_procedure_costs c set status = case when w.live > 0 then 'ordered' else 'payable' end
       from jsonb_to_recordset(:found::jsonb) as w(id bigint, live int)
      where c.id = w.id and c.status in ('payable', 'ordered') and c.invoice_id is null and c.status <> case when w.live > 0 then 'ordered' else 'payable' end`,
    { found: JSON.stringify(found) },
    trx
  )
}
