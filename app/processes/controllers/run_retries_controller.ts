import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { retryRun } from '#app/processes/actions/retry_run'
import { handledProcess, seenRun } from '#app/processes/handled_process'

/** Doing a run again that failed. */
export default class RunRetriesController {
  async store(ctx: HttpContext) {
    const job = await handledProcess(ctx)
    await retryRun(job, await seenRun(ctx), actorOf(ctx))
    ctx.session.flash('success', 'Proceso iniciado.')
    return ctx.response.redirect().withQs().back()
  }
}
