import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { bufferOrder } from '#app/payments/approvals/decide_order'
import { bufferOrders } from '#app/payments/approvals/decide_orders'
import { warnOfBuffered } from '#app/payments/orders/answer_buffered'
import { assertAllInScope } from '#app/payments/orders/controllers/scoped'
import { doneText } from '#app/payments/orders/page/bulk_outcome'
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
    const outcome =
      ids.length === 1 && only
        ? {
            done: 1,
            numbers: [],
            made: [await bufferOrder(only, actorOf(ctx), confirm, isPayee)],
            refused: [],
          }
        : await bufferOrders(ids, { confirmDuplicate: confirm, confirmPayee: isPayee }, actorOf(ctx))
    if (outcome.done > 0)
      ctx.session.flash(
        'success',
        doneText(outcome, {
          one: '1 pago pasado a la bolsa.',
          many: (done) => `${done} pagos pasados a la bolsa.`,
        })
      )
    await warnOfBuffered(ctx, outcome.made, outcome.refused)
    return ctx.response.redirect().withQs().back()
  }
}
