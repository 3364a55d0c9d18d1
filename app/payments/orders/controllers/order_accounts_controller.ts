import type { HttpContext } from '@adonisjs/core/http'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { findScopedOrder } from '#app/payments/orders/controllers/scoped'
import { orderAccounts } from '#app/payments/orders/order_accounts'

/** Accounts that a payment may be charged to, for the form that modifies it. */
export default class OrderAccountsController {
  async index(ctx: HttpContext) {
    const order = await findScopedOrder(ctx)
    const found = await orderAccounts(order, requireSignedIn(ctx).user.id)
    return ctx.response.json({ data: found.map(({ id, name, payer }) => ({ id, name, payer })) })
  }
}
