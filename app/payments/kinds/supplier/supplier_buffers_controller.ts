import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { bufferOrder } from '#app/payments/approvals/decide_order'
import { warnOfBuffered } from '#app/payments/orders/answer_buffered'
import { assertAllInScope } from '#app/payments/orders/controllers/scoped'
import { forEachOrder } from '#app/payments/orders/page/bulk_outcome'
import { orderIdsValidator } from '#app/payments/validators/payment_validator'

/** The pay buffer: drafts enter it and wait for approval. */
export default class SupplierBuffersController {
  async store(ctx: HttpContext) {
    const {
      order_ids: ids,
      confirm_duplicate: confirm = false,
      confirm_payee: isPayee = false,
    } = await ctx.request.validateUsing(orderIdsValidator)
    await assertAllInScope(ctx, 'payment_orders', ids)
    const [only] = ids
    const buffer = (id: number) => bufferOrder(id, actorOf(ctx), confirm, isPayee)
    const outcome =
      ids.length === 1 && only
        ? { done: 1, made: [await buffer(only)], refused: [] }
        : await forEachOrder(ids, buffer)
    if (outcome.done > 0)
      ctx.session.flash(
        'success',
        outcome.done === 1 ? '1 pago pasado a la bolsa.' : `${outcome.done} pagos pasados a la bolsa.`
      )
    await warnOfBuffered(ctx, outcome.made, outcome.refused)
    return ctx.response.redirect().withQs().back()
  }
}
