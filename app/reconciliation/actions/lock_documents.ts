import { rows, type Transaction } from '#app/kernel/sql'

/**
 * Locks what lines of the books are about, in the order everybody else does: orders, invoices, batches, each by its key.
 * Comes before the company's reconciliation lock, which whoever reverses a document's entry takes after the document.
 */
export async function lockDocuments(journalLineIds: readonly number[], trx: Transaction): Promise<void> {
  const documents = await rows<{ type: string; id: number }>(
    `select distinct document_type as type, document_id as id from journal_lines
      where id = any(:journalLineIds::bigint[]) and document_type in ('payment_order', 'invoice') and document_id is not null`,
    { journalLineIds },
    trx
  )
  const idsOf = (type: string) => documents.filter((document) => document.type === type).map(({ id }) => id)
  const orders = await rows<{ sourceType: string; sourceId: number; batchId: number | null }>(
    `select source_type, source_id, batch_id from payment_orders where id = any(:ids::bigint[]) order by id for update`,
    { ids: idsOf('payment_order') },
    trx
  )
  const paid = orders.filter((order) => order.sourceType === 'invoice').map((order) => order.sourceId)
  await rows(
    `select id from invoices where id = any(:ids::bigint[]) order by id for update`,
    { ids: [...idsOf('invoice'), ...paid] },
    trx
  )
  await rows(
    `select id from payment_batches where id = any(:ids::bigint[]) order by id for update`,
    { ids: orders.map((order) => order.batchId).filter((id) => id !== null) },
    trx
  )
}
