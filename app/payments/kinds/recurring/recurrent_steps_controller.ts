import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { enterAmount, moveRecurrent, skipOccurrence } from '#app/payments/kinds/recurring/move_recurrent'
import type { recurrentWorkflow } from '#app/payments/kinds/recurring/recurrent_workflow'
import { reviseRecurrent } from '#app/payments/kinds/recurring/save_recurrent'
import { findScopedOccurrence, findScopedRecurrent } from '#app/payments/orders/controllers/scoped'
import { amountValidator, commentValidator } from '#app/payments/validators/payment_validator'

const DONE = { pause: 'en pausa', resume: 'activo de nuevo', end: 'finalizado' } as const

/** What is done with a recurring payment and its days. */
export default class RecurrentStepsController {
  async pause(ctx: HttpContext) {
    return this.move(ctx, 'pause')
  }

  async resume(ctx: HttpContext) {
    return this.move(ctx, 'resume')
  }

  async end(ctx: HttpContext) {
    return this.move(ctx, 'end')
  }

  /** The yearly change of the amount. */
  async revise(ctx: HttpContext) {
    const id = await findScopedRecurrent(ctx)
    const { amount } = await ctx.request.validateUsing(amountValidator)
    await reviseRecurrent(id, amount, actorOf(ctx))
    return this.done(ctx, 'Importe revisado.')
  }

  /** A day that is not paid. */
  async skip(ctx: HttpContext) {
    const id = await findScopedOccurrence(ctx)
    const { reason } = await ctx.request.validateUsing(commentValidator)
    await skipOccurrence(id, reason, actorOf(ctx))
    return this.done(ctx, 'Vencimiento omitido.')
  }

  /** How much it is this time. */
  async amount(ctx: HttpContext) {
    const id = await findScopedOccurrence(ctx)
    const { amount } = await ctx.request.validateUsing(amountValidator)
    const order = await enterAmount(id, amount, actorOf(ctx))
    return this.done(ctx, `Pago ${order.number} creado en borrador.`)
  }

  private async move(ctx: HttpContext, transition: keyof typeof recurrentWorkflow.transitions) {
    const id = await findScopedRecurrent(ctx)
    const { reason } = await ctx.request.validateUsing(commentValidator)
    await moveRecurrent(id, { transition, reason }, actorOf(ctx))
    return this.done(ctx, `Pago recurrente ${DONE[transition]}.`)
  }

  private done({ session, response }: HttpContext, message: string) {
    session.flash('success', message)
    return response.redirect().withQs().back()
  }
}
