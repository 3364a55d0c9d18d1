import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { calendarDate, formatDay } from '#app/kernel/time/calendar_date'
import { pauseProcess, resumeProcess } from '#app/processes/actions/pause_process'
import { handledProcess } from '#app/processes/handled_process'
import { pauseValidator } from '#app/processes/validators/pause_validator'

/** Keeping a process from starting by itself, and letting it again. */
export default class ProcessPausesController {
  async store(ctx: HttpContext) {
    const job = await handledProcess(ctx)
    const { reason, until, confirmation } = await ctx.request.validateUsing(pauseValidator)
    const day = until ? calendarDate(until) : null
    const pause = { reason: reason ?? '', until: day, confirmation: confirmation ?? null }
    await pauseProcess(job, pause, { actor: actorOf(ctx), role: requireSignedIn(ctx).user.role })
    ctx.session.flash('success', day ? `Proceso pausado hasta ${formatDay(day)}.` : 'Proceso pausado.')
    return ctx.response.redirect().withQs().back()
  }

  async destroy(ctx: HttpContext) {
    await resumeProcess(await handledProcess(ctx), actorOf(ctx))
    ctx.session.flash('success', 'Proceso reanudado: se ejecutará a su próxima hora.')
    return ctx.response.redirect().withQs().back()
  }
}
