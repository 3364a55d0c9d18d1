import { recordEvent, SYSTEM } from '#app/audit/record_event'
import { GatewayUnavailable, type TransferGateway } from '#app/banking/gateway/transfer_gateway'
import { execute, inTransaction, row, rows, type Transaction } from '#app/kernel/database/sql'
import { applyTransfer } from '#app/payments/bank/apply_transfer'
import { resolveUnknown } from '#app/payments/bank/resolve_unknown'
import { refreshBatch } from '#app/payments/batches/refresh_batch'
import { gatewayOfAccount } from '#app/payments/gateway/gateway_of'
import type { Notification } from '#app/payments/gateway/gateways'
import { lockOrderWithBatch } from '#app/payments/orders/move_order'

const FORGET_HOURS = 24

/** Stores what a bank told, once however often it tells it. Gives its key; null when it was there already. */
export async function storeNotification(
  gateway: string,
  { externalId, reference, providerRef }: Notification,
  payload: unknown,
  trx?: Transaction
): Promise<number | null> {
  const stored = await row<{ id: number }>(
    `insert into payment_notifications (gateway, external_id, reference, provider_ref, payload) values (:gateway, :externalId, :reference, :providerRef, :payload::jsonb)
     on conflict (gateway, external_id) do nothing returning id`,
    { gateway, externalId, reference, providerRef, payload: JSON.stringify(payload) },
    trx
  )
  return stored?.id ?? null
}

type Stored = {
  id: number
  providerRef: string | null
  orderId: number | null
  accountId: number | null
  isOld: boolean
}

/**
 * Acts on a stored notification: never on what it says, always on what the bank answers when asked for the transfer. It
 * waits while the answer to our own submission is outstanding. Gives whether it is over.
 */
export async function applyNotification(notificationId: number): Promise<boolean> {
  const stored = await row<Stored>(
    `select n.id, n.provider_ref, o.id as order_id, o.debtor_account_id as account_id, n.received_at < now() - make_interval(hours => ${FORGET_HOURS}) as is_old
       from payment_notifications n left join payment_orders o on o.number = n.reference and o.channel = 'api'
      where n.id = :notificationId and n.status = 'received'`,
    { notificationId }
  )
  if (!stored) return true
  if (stored.orderId === null || stored.accountId === null)
    return stored.isOld
      ? close(stored.id, 'ignored', 'No es de ningún pago.')
      : wait(stored.id, 'No es de ningún pago conocido.')
  await resolveUnknown(stored.orderId)
  return followOrder({ orderId: stored.orderId, accountId: stored.accountId }, stored)
}

async function followOrder(
  { orderId, accountId }: { orderId: number; accountId: number },
  { id, providerRef }: Stored
): Promise<boolean> {
  const gateway = await gatewayOfAccount(accountId)
  if (!gateway) return wait(id, 'El banco no está disponible.')
  try {
    const state = await pollOrder(orderId, gateway.getStatus, providerRef)
    if (state === 'unanswered') return wait(id, 'Espera la respuesta del banco al envío.')
    if (state === 'foreign' && providerRef !== null) await tellForeign(orderId, providerRef, gateway)
  } catch (error) {
    if (!(error instanceof GatewayUnavailable)) throw error
    return wait(id, error.message)
  }
  return close(id, 'processed', null, orderId)
}

/** Money that leaves under the number of an order, in another transfer than its own: somebody must look at it. */
export async function tellForeign(
  orderId: number,
  providerRef: string,
  gateway: TransferGateway
): Promise<void> {
  const known = await gateway.getStatus(providerRef)
  if (!known || known.state === 'rejected' || known.state === 'cancelled') return
  await inTransaction((trx) =>
    recordEvent(
      {
        actor: SYSTEM,
        objectType: 'payment_order',
        objectId: orderId,
        event: 'payment_order.duplicate_at_bank',
        reason: `El banco tiene además la transferencia ${providerRef} (${known.providerStatus}): compruebe que no es un segundo cargo.`,
      },
      trx
    )
  )
}

/**
 * Asks the bank where a transfer is and follows it. `unanswered` while nobody knows yet whether the bank has the order;
 * `foreign` when it tells of another transfer than the one that was acknowledged.
 */
export async function pollOrder(
  orderId: number,
  getStatus: (ref: string) => Promise<Parameters<typeof applyTransfer>[1] | null>,
  providerRef: string | null = null
): Promise<'followed' | 'unanswered' | 'foreign'> {
  const order = await row<{ status: string; subStatus: string | null; providerRef: string | null }>(
    `select status, sub_status, provider_ref from payment_orders where id = :orderId`,
    { orderId }
  )
  if (order?.status === 'sent' && ['queued', 'submitting', 'unknown'].includes(order.subStatus ?? ''))
    return 'unanswered'
  const ref = order?.providerRef ?? null
  if (ref === null || (providerRef !== null && providerRef !== ref)) return 'foreign'
  const known = await getStatus(ref)
  await inTransaction(async (trx) => {
    const locked = await lockOrderWithBatch(orderId, trx)
    if (known) await applyTransfer(locked, known, SYSTEM, trx)
    await execute(`update payment_orders set polled_at = now() where id = :orderId`, { orderId }, trx)
    if (locked.batchId) await refreshBatch(locked.batchId, trx)
  })
  return 'followed'
}

/** Notifications that could not be acted on yet, oldest first; what goes wrong with one is told and does not stop the others. */
export async function applyOpenNotifications(troubles: string[] = [], limit = 500): Promise<number> {
  const open = await rows<{ id: number }>(
    `select id from payment_notifications where status = 'received' order by received_at limit :limit`,
    { limit }
  )
  let applied = 0
  for (const { id } of open) {
    const isOver = await applyNotification(id).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error)
      troubles.push(`${id}: ${message}`)
      return wait(id, message)
    })
    if (isOver) applied++
  }
  return applied
}

async function close(
  id: number,
  status: 'processed' | 'ignored',
  error: string | null,
  orderId: number | null = null
): Promise<true> {
  await execute(
    `update payment_notifications set status = :status, error = :error, order_id = :orderId, processed_at = now(), tries = tries + 1 where id = :id and status = 'received'`,
    { id, status, error, orderId }
  )
  return true
}

async function wait(id: number, error: string): Promise<false> {
  await execute(`update payment_notifications set tries = tries + 1, error = :error where id = :id`, {
    id,
    error,
  })
  return false
}
