import { rows, type Transaction } from '#app/kernel/database/sql'
import { lockBooks } from '#app/ledger/actions/lock_reconciliations'

/** Holds the books of every company that owes or pays something of a batch, in their order, before any of it is posted. */
export async function lockBooksOfBatch(batchId: number, trx: Transaction): Promise<void> {
  const companies = await rows<{ id: number }>(
    `select site_id as id from payment_orders where batch_id = :batchId union select payer_site_id from payment_orders where batch_id = :batchId`,
    { batchId },
    trx
  )
  await lockBooks(
    companies.map(({ id }) => id),
    trx
  )
}
