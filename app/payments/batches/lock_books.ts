import { rows, type Transaction } from '#app/kernel/database/sql'
import { lockBooks } from '#app/ledger/actions/lock_reconciliations'
import { kindPaying } from '#app/payments/kinds/payment_kind'

type Paying = { sourceType: string; sourceId: number; siteId: number; payerSiteId: number }

/** Holds the books of every company that owes, pays or is paid something of a batch, in their order, before any of it is posted. */
export async function lockBooksOfBatch(batchId: number, trx: Transaction): Promise<void> {
  const orders = await rows<Paying>(
    `select source_type, source_id, site_id, payer_site_id from payment_orders where batch_id = :batchId`,
    { batchId },
    trx
  )
  const siteIds = orders.flatMap(({ siteId, payerSiteId }) => [siteId, payerSiteId])
  for (const [type, some] of Map.groupBy(orders, ({ sourceType }) => sourceType)) {
    const { books } = kindPaying(type)
    if (books)
      siteIds.push(
        ...(await books(
          some.map(({ sourceId }) => sourceId),
          trx
        ))
      )
  }
  await lockBooks(siteIds, trx)
}
