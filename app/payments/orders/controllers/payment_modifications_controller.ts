import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { rejectOrders } from '#app/payments/approvals/decide_orders'
import { isInBuffer } from '#app/payments/orders/controllers/payment_order_actions'
import { assertAllInScope, assertPayable, findScopedOrder } from '#app/payments/orders/controllers/scoped'
import { modifyOrder, takeOutOrders } from '#app/payments/orders/modify_order'
import { type BulkOutcome, doneText, refusalText } from '#app/payments/orders/page/bulk_outcome'
import { modifyOrderValidator, sendBackValidator } from '#app/payments/validators/payment_validator'

/** Payments that have not left are changed, or sent back from the pay buffer to draft. */
export default class PaymentModificationsController {
  async update(ctx: HttpContext) {
    const shown = await findScopedOrder(ctx)
    const {
      fingerprint,
      debtor_account_id: debtorAccountId,
      execution_date: day,
      is_instant: isInstant,
      reason,
    } = await ctx.request.validateUsing(modifyOrderValidator)
    if (debtorAccountId !== shown.debtorAccountId) await assertPayable(ctx, debtorAccountId)
    const { number } = await modifyOrder({
      orderId: shown.id,
      shownFingerprint: fingerprint,
      direction: {
        debtorAccountId,
        executionDate: day as CalendarDate,
        ...(isInstant === undefined ? {} : { speed: isInstant ? 'instant' : 'normal' }),
      },
      reason: reason ?? null,
      actor: actorOf(ctx),
    })
    ctx.session.flash(
      'success',
      isInBuffer(shown) ? `Pago ${number} modificado: vuelve a borrador.` : `Pago ${number} modificado.`
    )
    return ctx.response.redirect().withQs().back()
  }

  async reject(ctx: HttpContext) {
    return this.sendBack(ctx, rejectOrders, {
      one: '1 pago rechazado: vuelve a borrador.',
      many: (done) => `${done} pagos rechazados: vuelven a borrador.`,
      refused: 'no se han podido rechazar',
    })
  }

  async takeOut(ctx: HttpContext) {
    return this.sendBack(ctx, takeOutOrders, {
      one: '1 pago quitado de la bolsa: vuelve a borrador.',
      many: (done) => `${done} pagos quitados de la bolsa: vuelven a borrador.`,
      refused: 'no se han podido quitar',
    })
  }

  private async sendBack(ctx: HttpContext, act: typeof rejectOrders, texts: Texts) {
    const { order_ids: ids, reason } = await ctx.request.validateUsing(sendBackValidator)
    await assertAllInScope(ctx, 'payment_orders', ids)
    tell(ctx, await act(ids, reason, actorOf(ctx)), texts)
    return ctx.response.redirect().withQs().back()
  }
}

type Texts = { one: string; many: (done: number) => string; refused: string }

function tell({ session }: HttpContext, outcome: BulkOutcome, texts: Texts): void {
  const { done, refused } = outcome
  if (done > 0) session.flash('success', doneText(outcome, texts))
  if (refused.length > 0)
    session.flash('warning', `${refused.length} ${texts.refused}. ${refusalText(refused)}`)
}
