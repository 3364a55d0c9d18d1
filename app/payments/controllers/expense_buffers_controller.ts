import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import type { CalendarDate } from '#app/kernel/calendar_date'
import { bufferOrder } from '#app/payments/actions/decide_order'
import { orderExpense } from '#app/payments/actions/order_expense'
import { payNow } from '#app/payments/actions/pay_now'
import { forEachOrder, refusalText } from '#app/payments/bulk_outcome'
import { assertAllInScope, assertPayable } from '#app/payments/scoped'
import { bufferExpensesValidator, payExpensesNowValidator } from '#app/payments/validators/payment_validator'

type Wanted = {
  note_ids?: number[] | undefined
  order_ids?: number[] | undefined
  debtor_account_id?: number | null | undefined
  execution_date?: string | null | undefined
}

/** Approved notes, or payments of them that are drafts still, on their way into the pay buffer: each stands for itself. */
export default class ExpenseBuffersController {
  async store(ctx: HttpContext) {
    const given = await ctx.request.validateUsing(bufferExpensesValidator)
    const { confirm_duplicate: isDuplicate = false, confirm_payee: isPayee = false } = given
    return this.each(ctx, given, (orderId) => bufferOrder(orderId, actorOf(ctx), isDuplicate, isPayee), {
      one: '1 pago pasado a la bolsa.',
      many: 'pagos pasados a la bolsa.',
    })
  }

  /** «Pagar ahora»: their approvers are told at once. */
  async update(ctx: HttpContext) {
    const given = await ctx.request.validateUsing(payExpensesNowValidator)
    const { reason, confirm_duplicate: confirmDuplicate = false, confirm_payee: confirmPayee = false } = given
    return this.each(
      ctx,
      given,
      (orderId) => payNow({ orderId, reason, confirmDuplicate, confirmPayee, actor: actorOf(ctx) }),
      {
        one: '1 pago pedido para hoy: se ha avisado a sus aprobadores.',
        many: 'pagos pedidos para hoy: se ha avisado a sus aprobadores.',
      }
    )
  }

  /** One alone says at its field what it wants confirmed; of several each refusal stands in the message. */
  private async each(
    ctx: HttpContext,
    given: Wanted,
    send: (orderId: number) => Promise<unknown>,
    words: { one: string; many: string }
  ) {
    const steps = await this.steps(ctx, given)
    const [only] = steps
    if (steps.length === 1 && only) await send(await only())
    const outcome =
      steps.length === 1
        ? { done: 1, refused: [] }
        : await forEachOrder(steps, async (orderOf) => send(await orderOf()))
    if (outcome.done > 0)
      ctx.session.flash('success', outcome.done === 1 ? words.one : `${outcome.done} ${words.many}`)
    if (outcome.refused.length > 0)
      ctx.session.flash(
        'warning',
        `${outcome.refused.length} no han podido pasar. ${refusalText(outcome.refused)}`
      )
    return ctx.response.redirect().withQs().back()
  }

  /** How to come to the order of each: a draft that is there, or one that is made for a note. */
  private async steps(ctx: HttpContext, given: Wanted): Promise<(() => Promise<number>)[]> {
    const [noteIds, orderIds] = [given.note_ids ?? [], given.order_ids ?? []]
    if (noteIds.length > 0) await assertAllInScope(ctx, 'expense_notes', noteIds)
    if (orderIds.length > 0) await assertAllInScope(ctx, 'payment_orders', orderIds)
    if (given.debtor_account_id) await assertPayable(ctx, given.debtor_account_id)
    const wanted = {
      debtorAccountId: given.debtor_account_id ?? null,
      executionDate: (given.execution_date ?? null) as CalendarDate | null,
    }
    return [
      ...noteIds.map((noteId) => async () => (await orderExpense(noteId, wanted, actorOf(ctx))).id),
      ...orderIds.map((orderId) => () => Promise.resolve(orderId)),
    ]
  }
}
