import { rows, type Transaction } from '#app/kernel/database/sql'

/**
 * Locks what lines of the books are about, in the order everybody else does: batches, orders, invoices, each by its key;
 * with an invoice the orders that would pay it, for they give way when the bank has paid it (`withdrawOrdersPaidByBank`). Comes before the
 * company's reconciliation lock, which whoever reverses a document's entry takes after the document.
 */
export async function lockDocuments(journalLineIds: readonly number[], trx: Transaction): Promise<void> {
  const documents = await rows<{ type: string; id: number }>(
    `select distinct document_type as type, document_id as id from journal_lines
      where id = any(:journalLineIds::bigint[]) and document_type in ('payment_order', 'invoice') and document_id is not null`,
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
}
