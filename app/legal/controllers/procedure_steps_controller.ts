import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import {
  cancelProcedure,
  closeProcedure,
  openProcedure,
  reopenProcedure,
  resumeProcedure,
  suspendProcedure,
} from '#app/legal/actions/move_procedure'
import { findScopedProcedure } from '#app/legal/scoped'
import { closingValidator, reasonValidator } from '#app/legal/validators/legal_validator'

/** The steps of a procedure; which role makes which is said by the routes. */
export default class ProcedureStepsController {
  async open(ctx: HttpContext) {
    const id = await findScopedProcedure(ctx)
    await openProcedure(id, actorOf(ctx))
    return done(ctx, 'Procedimiento abierto.')
  }

  async suspend(ctx: HttpContext) {
    const id = await findScopedProcedure(ctx)
    await suspendProcedure(id, await reasonOf(ctx), actorOf(ctx))
    return done(ctx, 'Procedimiento suspendido: sus plazos siguen avisando.')
  }

  async resume(ctx: HttpContext) {
    const id = await findScopedProcedure(ctx)
    await resumeProcedure(id, await reasonOf(ctx), actorOf(ctx))
    return done(ctx, 'Procedimiento reanudado.')
  }

  async close(ctx: HttpContext) {
    const id = await findScopedProcedure(ctx)
    const { outcome, used_amount: used } = await ctx.request.validateUsing(closingValidator)
    await closeProcedure(id, { outcome, usedMinor: used ?? 0 }, actorOf(ctx))
    return done(ctx, 'Procedimiento cerrado.')
  }

  async reopen(ctx: HttpContext) {
    const id = await findScopedProcedure(ctx)
    await reopenProcedure(id, await reasonOf(ctx), actorOf(ctx))
    return done(ctx, 'Procedimiento abierto de nuevo.')
  }

  async cancel(ctx: HttpContext) {
    const id = await findScopedProcedure(ctx)
    await cancelProcedure(id, await reasonOf(ctx), actorOf(ctx))
    return done(ctx, 'Procedimiento anulado.')
  }
}

async function reasonOf(ctx: HttpContext): Promise<string | null> {
  return (await ctx.request.validateUsing(reasonValidator)).reason ?? null
}

function done({ session, response }: HttpContext, message: string) {
  session.flash('success', message)
  return response.redirect().withQs().back()
}
