import type { Actor } from '#app/audit/record_event'
import type { RightRow } from '#app/imports/table_import'
import { cancelProvision } from '#app/invoices/provisions/cancel_provision'
import { createProvision } from '#app/invoices/provisions/create_provision'
import { row, type Transaction } from '#app/kernel/database/sql'
import { DomainError, isDomainError } from '#app/kernel/domain_error'
import { today } from '#app/kernel/time/calendar_date'
import { orderProvision } from '#app/payments/kinds/provision/order_provision'
import { createOrder } from '#app/payments/kinds/supplier/create_orders'
import type { SupplierPayment } from '#app/payments/kinds/supplier/judge_supplier_payments'
import { lockOrder, moveOrder, refreshSource } from '#app/payments/orders/move_order'

/** Draft orders for the rows of a file; gives their keys in the same order. Throws at `file` what keeps a row from being paid, with its number. What has no invoice is paid in advance, on a provision of its own. */
export async function takeSupplierPayments(
  payments: readonly RightRow<SupplierPayment>[],
  file: { actor: Actor; uploadId: string },
  trx: Transaction
): Promise<number[]> {
  const orderIds: number[] = []
  for (const { rowNo, value } of payments)
    try {
      orderIds.push(await takePayment(value, file, trx))
    } catch (error) {
      if (!isDomainError(error)) throw error
      throw new DomainError(error.code, `Fila ${rowNo}, factura ${value.number}: ${error.message}`, {
        field: 'file',
        cause: error,
      })
    }
  return orderIds
}

async function takePayment(
  payment: SupplierPayment,
  { actor, uploadId }: { actor: Actor; uploadId: string },
  trx: Transaction
): Promise<number> {
  const { invoiceId, amountMinor, dueOn } = payment
  const order =
    invoiceId === null
      ? await orderProvision(await openProvision(payment, { actor, uploadId }, trx), {}, actor, trx)
      : await createOrder({ invoiceId, amountMinor, executionDate: dueOn }, actor, trx)
  return order.id
}

/** Nothing is accrued: nobody said which expense it is. */
function openProvision(
  { siteId, providerId, number, amountMinor, dueOn }: SupplierPayment,
  { actor, uploadId }: { actor: Actor; uploadId: string },
  trx: Transaction
): Promise<number> {
  return createProvision(
    {
      siteId,
      providerId,
      concept: `Factura ${number}`.slice(0, 120),
      amountMinor,
      expectedOn: dueOn ?? today(),
      expenseAccountId: null,
      reserveAccountId: null,
      uploadId,
    },
    actor,
    trx
  )
}

/** Takes back the orders of a file as a whole; throws E_ORDERED once one of them is no draft any more. */
export async function undoSupplierPayments(
  taken: readonly { id: number }[],
  reason: string,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  for (const { id } of taken) {
    const order = await lockOrder(id, trx)
    if (order.status === 'cancelled') continue
    if (order.status !== 'draft')
      throw new DomainError('E_ORDERED', `El pago ${order.number} ya no es un borrador: cancélelo antes.`)
    await moveOrder(order, 'cancel', actor, trx, { reason })
    await refreshSource(order, trx)
    const provision = await row<{ id: number }>(
      `select id from supplier_provisions where id = :sourceId and upload_id is not null and status = 'open'`,
      { sourceId: order.sourceType === 'supplier_provision' ? order.sourceId : 0 },
      trx
    )
    if (provision) await cancelProvision({ provisionId: provision.id, reason }, actor, trx)
  }
}
