import { readFile } from 'node:fs/promises'
import type { HttpContext } from '@adonisjs/core/http'
import { storeFile } from '#app/files/store_file'
import { actorOf } from '#app/identity/http/request_origin'
import { DomainError } from '#app/kernel/domain_error'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { cancelAtBank, confirmPayee } from '#app/payments/bank/cancel_at_bank'
import { closeUnknown } from '#app/payments/bank/close_unknown'
import { findScopedOrder } from '#app/payments/orders/controllers/scoped'
import { closingValidator, commentValidator } from '#app/payments/validators/payment_validator'

const PROOF_BYTES_MAX = 20_000_000

/** What people decide about a payment that its bank has, or may have. */
export default class BankDecisionsController {
  /** Takes it back while the bank has not executed it. */
  async destroy(ctx: HttpContext) {
    const order = await findScopedOrder(ctx, 'pay')
    const { reason } = await ctx.request.validateUsing(commentValidator)
    await cancelAtBank(order.id, reason, actorOf(ctx))
    return this.done(ctx, `Pago ${order.number} cancelado: no se ejecutará.`)
  }

  /** Goes on although the payee's name is another at the bank. */
  async update(ctx: HttpContext) {
    const order = await findScopedOrder(ctx, 'pay')
    await confirmPayee(order.id, actorOf(ctx))
    return this.done(ctx, `Titular confirmado: el banco ejecuta el pago ${order.number}.`)
  }

  /** Says with a document of the bank what became of a payment that nobody could find out. */
  async store(ctx: HttpContext) {
    const order = await findScopedOrder(ctx)
    const { is_executed: isExecuted, reason, on, file } = await ctx.request.validateUsing(closingValidator)
    if (!file.tmpPath || file.size > PROOF_BYTES_MAX)
      throw new DomainError('E_FILE_SIZE', 'El archivo supera el máximo (20 MB).', { field: 'file' })
    const actor = actorOf(ctx)
    const stored = await storeFile({
      name: file.clientName,
      bytes: await readFile(file.tmpPath),
      createdBy: actor.userId,
    })
    await closeUnknown({
      orderId: order.id,
      isExecuted,
      proof: reason,
      proofFileId: stored.id,
      on: on as CalendarDate | undefined,
      actor,
    })
    return this.done(ctx, `Pago ${order.number} cerrado: ${isExecuted ? 'ejecutado' : 'no ejecutado'}.`)
  }

  private done({ session, response }: HttpContext, message: string) {
    session.flash('success', message)
    return response.redirect().withQs().back()
  }
}
