import type { HttpContext } from '@adonisjs/core/http'
import type { Infer } from '@vinejs/vine/types'
import { actorOf } from '#app/identity/http/request_origin'
import { DomainError } from '#app/kernel/domain_error'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { completePhase, reopenPhase, skipPhase, startPhase } from '#app/legal/actions/move_phase'
import { addPhase, orderPhases, type PhasePlan, planPhase } from '#app/legal/actions/procedure_phases'
import { findScopedPhase, findScopedProcedure } from '#app/legal/scoped'
import {
  addPhaseValidator,
  orderValidator,
  planPhaseValidator,
  reasonValidator,
} from '#app/legal/validators/legal_validator'

/** The phases of one procedure: added, planned, put in order, and their steps. */
export default class ProcedurePhasesController {
  async store(ctx: HttpContext) {
    const id = await findScopedProcedure(ctx)
    const { phase_id: phaseId, position, ...plan } = await ctx.request.validateUsing(addPhaseValidator)
    await addPhase(id, { phaseId, position: position ?? null, ...planOf(plan) }, actorOf(ctx))
    return done(ctx, 'Fase añadida.')
  }

  async update(ctx: HttpContext) {
    const place = await findScopedPhase(ctx)
    const given = await ctx.request.validateUsing(planPhaseValidator)
    if (Object.values(given).every((value) => value === undefined))
      throw new DomainError('E_EMPTY', 'Indique las fechas previstas de la fase.', { field: 'planned_start' })
    await planPhase(place, planOf(given), actorOf(ctx))
    return done(ctx, 'Fase guardada.')
  }

  async order(ctx: HttpContext) {
    const id = await findScopedProcedure(ctx)
    const { ids: phaseIds, shown_ids: shownIds } = await ctx.request.validateUsing(orderValidator)
    await orderPhases(id, { phaseIds, shownIds }, actorOf(ctx))
    return ctx.response.redirect().withQs().back()
  }

  async start(ctx: HttpContext) {
    await startPhase(await findScopedPhase(ctx), actorOf(ctx))
    return done(ctx, 'Fase iniciada.')
  }

  async complete(ctx: HttpContext) {
    await completePhase(await findScopedPhase(ctx), actorOf(ctx))
    return done(ctx, 'Fase completada.')
  }

  async skip(ctx: HttpContext) {
    const place = await findScopedPhase(ctx)
    const { reason } = await ctx.request.validateUsing(reasonValidator)
    await skipPhase(place, reason ?? null, actorOf(ctx))
    return done(ctx, 'Fase omitida.')
  }

  async reopen(ctx: HttpContext) {
    await reopenPhase(await findScopedPhase(ctx), actorOf(ctx))
    return done(ctx, 'Fase en curso de nuevo.')
  }
}

const planOf = (plan: Infer<typeof planPhaseValidator>): PhasePlan => ({
  plannedStart: (plan.planned_start ?? null) as CalendarDate | null,
  plannedEnd: (plan.planned_end ?? null) as CalendarDate | null,
  deadlineOn: (plan.deadline_on ?? null) as CalendarDate | null,
  plannedCostMinor: plan.planned_cost ?? 0,
  notes: plan.notes ? plan.notes : null,
})

function done({ session, response }: HttpContext, message: string) {
  session.flash('success', message)
  return response.redirect().withQs().back()
}
