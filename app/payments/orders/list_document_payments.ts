import { type Client, rows } from '#app/kernel/database/sql'
import type { DocumentPayment } from '#app/ledger/document_payments'

/** The payments of documents of one type, the oldest first. */
export function listDocumentPayments(
  type: string,
  documentIds: readonly number[],
  client?: Client
): Promise<DocumentPayment[]> {
  return rows<DocumentPayment>(
    `select id, number, source_id as document_id, amount_minor, currency, execution_date, status, status in ('draft', 'buffered', 'approved', 'sent') as is_live
       from payment_orders where source_type = :type and source_id = any(:documentIds::bigint[]) order by id`,
    { type, documentIds: [...documentIds] },
    client
  )
}
