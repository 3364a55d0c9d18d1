import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { runProcess } from '#app/processes/actions/run_process'
import { handledProcess, processOf } from '#app/processes/handled_process'
import { findProcessDetail } from '#app/processes/queries/find_process_detail'

/** What a process did, and doing it now. */
export default class ProcessRunsController {
  async index(ctx: HttpContext) {
    const { siteIds } = requireSignedIn(ctx)
    const detail = await findProcessDetail(await processOf(ctx), { siteIds })
    ctx.response.header('cache-control', 'private, no-store')
    return ctx.response.json({ data: detail })
  }

  async store(ctx: HttpContext) {
    await runProcess(await handledProcess(ctx), actorOf(ctx))
    ctx.session.flash('success', 'Proceso iniciado.')
    return ctx.response.redirect().withQs().back()
  }
}
