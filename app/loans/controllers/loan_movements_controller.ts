import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { reverseMovement } from '#app/loans/actions/undo_movement'
import { done } from '#app/loans/http/done'
import { findMovement, findOwnLoan } from '#app/loans/scoped'
import { reasonValidator } from '#app/loans/validators/loan_validator'

/** «Anular» a movement. */
export default class LoanMovementsController {
  async destroy(ctx: HttpContext) {
    const id = await findOwnLoan(ctx)
    const movementId = await findMovement(id, Number(ctx.params.movement))
    const { reason } = await ctx.request.validateUsing(reasonValidator)
    await reverseMovement(movementId, reason ?? null, actorOf(ctx))
    return done(ctx, 'Movimiento anulado en los libros de sus empresas.')
  }
}
