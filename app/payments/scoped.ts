import type { HttpContext } from '@adonisjs/core/http'
import { assertInScope, scopeOf } from '#app/identity/http/scope'
import { NotFound } from '#app/kernel/http/access_denied'
import { rows } from '#app/kernel/sql'
import PaymentBatch from '#app/payments/models/payment_batch'
import PaymentOrder from '#app/payments/models/payment_order'

/** The payment order of the route; 404 outside the caller's companies. */
export async function findScopedOrder(ctx: HttpContext): Promise<PaymentOrder> {
  const order = await PaymentOrder.findOrFail(Number(ctx.params.id))
  assertInScope(ctx, order.siteId)
  return order
}

export async function findScopedBatch(ctx: HttpContext): Promise<PaymentBatch> {
  const batch = await PaymentBatch.findOrFail(Number(ctx.params.id))
  assertInScope(ctx, batch.siteId)
  return batch
}

/** Refuses a bulk act that names anything outside the caller's companies: 404, as if it were not there. */
export async function assertAllInScope(
  ctx: HttpContext,
  table: 'invoices' | 'payment_orders',
  ids: number[]
): Promise<void> {
  const scope = scopeOf(ctx)
  const found = await rows<{ id: number }>(
    `select id from ${table} where id = any(:ids::bigint[]) and (:all or site_id = any(:scope::bigint[]))`,
    {
      ids,
      all: scope === 'all',
      scope: scope === 'all' ? [] : scope,
    }
  )
  if (found.length !== new Set(ids).size) throw new NotFound()
}
