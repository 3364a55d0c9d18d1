import type { Attachment } from '#app/banking/gateway/transfer_gateway'
import { rows, type Transaction } from '#app/kernel/database/sql'
import { paymentKinds } from '#app/payments/kinds/payment_kind'

/** SQL: the files of payments `o`, those of what they pay and those that people added. */
const filesOf = () =>
  [
    `select o.id as order_id, x.file_id from payment_orders o join payment_order_files x on x.order_id = o.id`,
    ...paymentKinds().flatMap(({ documentType, filesSql }) =>
      filesSql
        ? [
            `select o.id, x.file_id from payment_orders o cross join lateral (${filesSql('o.source_id')}) x(file_id) where o.source_type = '${documentType}'`,
          ]
        : []
    ),
  ].join(' union ')

/** The documents that go with a payment: those of what it pays, and those that somebody added. */
export function attachmentsOf(orderId: number, trx?: Transaction): Promise<Attachment[]> {
  return rows<Attachment>(
    `select f.id as file_id, f.name, f.mime as content_type from (${filesOf()}) w join files f on f.id = w.file_id where w.order_id = :orderId order by f.id`,
    { orderId },
    trx
  )
}

/** How many each of these payments has. */
export async function attachmentCounts(
  orderIds: readonly number[],
  trx: Transaction
): Promise<ReadonlyMap<number, number>> {
  const found = await rows<{ id: number; files: number }>(
    `select w.order_id as id, count(*)::int as files from (${filesOf()}) w where w.order_id = any(:orderIds::bigint[]) group by 1`,
    { orderIds },
    trx
  )
  return new Map(found.map(({ id, files }) => [id, files]))
}
