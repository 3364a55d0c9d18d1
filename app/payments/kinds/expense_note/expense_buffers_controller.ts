import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { bufferOrder } from '#app/payments/approvals/decide_order'
import { orderExpense } from '#app/payments/kinds/expense_note/order_expense'
import { warnOfBuffered } from '#app/payments/orders/answer_buffered'
import { assertAllInScope, assertPayable } from '#app/payments/orders/controllers/scoped'
import { orderIntoBuffer, orderNow, type Place } from '#app/payments/orders/order_into_buffer'
import { doneText, forEachOrder } from '#app/payments/orders/page/bulk_outcome'
import type PaymentOrder from '#app/payments/orders/payment_order'
import { payNow } from '#app/payments/release/pay_now'
import { bufferExpensesValidator, payExpensesNowValidator } from '#app/payments/validators/payment_validator'

type Step = () => Promise<PaymentOrder>
type Ways = {
  ofNote: (place: Place) => Promise<PaymentOrder>
  ofDraft: (orderId: number) => Promise<PaymentOrder>
}

type Wanted = {
  note_ids?: number[] | undefined
  order_ids?: number[] | undefined
  debtor_account_id?: number | null | undefined
  execution_date?: string | null | undefined
}

/**
 * Approved notes, or payments of them that are drafts still, on their way into the pay buffer: each stands for itself, and
 * of a note that is refused no payment is left.
 */
export default class ExpenseBuffersController {
  async store(ctx: HttpContext) {
    const given = await ctx.request.validateUsing(bufferExpensesValidator)
    const actor = actorOf(ctx)
    const { confirm_duplicate: confirmDuplicate = false, confirm_payee: confirmPayee = false } = given
    const confirmed = { confirmDuplicate, confirmPayee }
    const steps = await this.steps(ctx, given, {
      ofNote: (place) => orderIntoBuffer(place, confirmed, actor),
      ofDraft: (orderId) => bufferOrder(orderId, actor, confirmDuplicate, confirmPayee),
    })
    return this.each(ctx, steps, {
      one: '1 pago pasado a la bolsa.',
      many: 'pagos pasados a la bolsa.',
    })
  }

  /** «Pagar ahora»: their approvers are told at once. */
  async update(ctx: HttpContext) {
    const given = await ctx.request.validateUsing(payExpensesNowValidator)
    const actor = actorOf(ctx)
    const { reason, confirm_duplicate: confirmDuplicate = false, confirm_payee: confirmPayee = false } = given
    const wanted = { reason, confirmDuplicate, confirmPayee }
    const steps = await this.steps(ctx, given, {
      ofNote: (place) => orderNow(place, wanted, actor),
      ofDraft: (orderId) => payNow({ orderId, ...wanted, actor }),
    })
    return this.each(ctx, steps, {
      one: '1 pago pedido para hoy: se ha avisado a sus aprobadores.',
      many: 'pagos pedidos para hoy: se ha avisado a sus aprobadores.',
    })
  }

  /** One alone says at its field what it wants confirmed; of several each refusal stands in the message. */
  private async each(ctx: HttpContext, steps: Step[], words: { one: string; many: string }) {
    const [only] = steps
    const outcome =
      steps.length === 1 && only
        ? { done: 1, numbers: [], made: [await only()], refused: [] }
        : await forEachOrder(steps, (step) => step())
    if (outcome.done > 0)
      ctx.session.flash(
        'success',
        doneText(outcome, { one: words.one, many: (done) => `${done} ${words.many}` })
      )
    await warnOfBuffered(ctx, outcome.made, outcome.refused)
    return ctx.response.redirect().withQs().back()
  }

  /** What is done with each of them. */
  private async steps(ctx: HttpContext, given: Wanted, { ofNote, ofDraft }: Ways): Promise<Step[]> {
    const [noteIds, orderIds] = [given.note_ids ?? [], given.order_ids ?? []]
    if (noteIds.length > 0) await assertAllInScope(ctx, 'expense_notes', noteIds)
    if (orderIds.length > 0) await assertAllInScope(ctx, 'payment_orders', orderIds)
    if (given.debtor_account_id) await assertPayable(ctx, given.debtor_account_id)
    const wanted = {
      debtorAccountId: given.debtor_account_id ?? null,
      executionDate: (given.execution_date ?? null) as CalendarDate | null,
    }
    return [
      ...noteIds.map((noteId) => () => ofNote((trx) => orderExpense(noteId, wanted, actorOf(ctx), trx))),
      ...orderIds.map((orderId) => () => ofDraft(orderId)),
    ]
  }
}
