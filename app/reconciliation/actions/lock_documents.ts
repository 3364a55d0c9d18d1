import { rows, type Transaction } from '#app/kernel/database/sql'
import { lockBooks } from '#app/ledger/actions/lock_reconciliations'
import { kindPaying } from '#app/payments/kinds/payment_kind'

/**
 * Locks what lines of the books are about, in the order everybody else does: batches, orders, invoices, each by its key;
 * with an invoice the orders that would pay it, for they give way when the bank has paid it (`withdrawOrdersPaidByBank`); the loans
 * of instalments, and the books of several companies where a payment is settled in them. Comes before the
 * company's reconciliation lock, which whoever reverses a document's entry takes after the document.
 */
export async function lockDocuments(journalLineIds: readonly number[], trx: Transaction): Promise<void> {
  const documents = await rows<{ type: string; id: number }>(
    `select distinct document_type as type, document_id as id from journal_lines
      where id = any(:journalLineIds::bigint[]) and document_type in ('payment_order', 'invoice', 'loan_installment') and document_id is not null`,
    { journalLineIds },
    trx
  )
  const idsOf = (type: string) => documents.filter((document) => document.type === type).map(({ id }) => id)
  const invoiceIds = idsOf('invoice')
  const found = await rows<{ id: number; batchId: number | null }>(
    `select id, batch_id from payment_orders where id = any(:ids::bigint[])
     union select id, batch_id from payment_orders where source_type = 'invoice' and source_id = any(:invoiceIds::bigint[]) and status in ('draft', 'buffered', 'approved', 'sent')`,
    { ids: idsOf('payment_order'), invoiceIds },
    trx
  )
  await rows(
    `select id from payment_batches where id = any(:ids::bigint[]) order by id for update`,
    { ids: found.map((order) => order.batchId).filter((id) => id !== null) },
    trx
  )
  const orders = await rows<{ sourceType: string; sourceId: number }>(
    `select source_type, source_id from payment_orders where id = any(:ids::bigint[]) order by id for update`,
    { ids: found.map(({ id }) => id) },
    trx
  )
  const paid = orders.filter((order) => order.sourceType === 'invoice').map((order) => order.sourceId)
  await rows(
    `select id from invoices where id = any(:ids::bigint[]) order by id for update`,
    { ids: [...invoiceIds, ...paid] },
    trx
  )
  await rows(
    `select id from loans where id in (select loan_id from loan_installments where id = any(:ids::bigint[])) order by id for update`,
    { ids: idsOf('loan_installment') },
    trx
  )
  await lockBooksOf(orders, trx)
}

/** Payments that are settled in the books of several companies: their documents, and then those books together. */
async function lockBooksOf(
  orders: readonly { sourceType: string; sourceId: number }[],
  trx: Transaction
): Promise<void> {
  const siteIds: number[] = []
  for (const [type, some] of Map.groupBy(orders, ({ sourceType }) => sourceType)) {
    const kind = kindPaying(type)
    if (!kind.books) continue
    const ids = some.map(({ sourceId }) => sourceId).toSorted((a, b) => a - b)
    await kind.lock(ids, trx)
    siteIds.push(...(await kind.books(ids, trx)))
  }
  if (siteIds.length > 0) await lockBooks(siteIds, trx)
}
