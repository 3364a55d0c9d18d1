import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { cancelRun } from '#app/processes/actions/cancel_run'
import { handledProcess, seenRun } from '#app/processes/handled_process'

/** Ending a run that waits or works. */
export default class RunCancellationsController {
  async store(ctx: HttpContext) {
    const job = await handledProcess(ctx)
    await cancelRun(job, await seenRun(ctx), actorOf(ctx))
    ctx.session.flash('success', 'Se cancela en cuanto termina el paso en curso.')
    return ctx.response.redirect().withQs().back()
  }
}
