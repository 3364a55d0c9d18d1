import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { moveSite } from '#app/sites/actions/move_site'
import { scopedSite } from '#app/sites/scoped'
import { siteReasonValidator } from '#app/sites/validators/site_validator'
import type { SiteTransition } from '#app/sites/workflows/site_workflow'

const DONE: Record<SiteTransition, string> = {
  activate: 'Empresa activada.',
  archive: 'Empresa archivada.',
  reactivate: 'Empresa reactivada.',
}

/** Activates (store), archives (destroy) and reactivates (update) a company. */
export default class SiteStatusesController {
  async store(ctx: HttpContext) {
    return this.move(ctx, 'activate')
  }

  async update(ctx: HttpContext) {
    return this.move(ctx, 'reactivate')
  }

  async destroy(ctx: HttpContext) {
    return this.move(ctx, 'archive')
  }

  private async move(ctx: HttpContext, transition: SiteTransition) {
    const site = await scopedSite(ctx)
    const { reason } = await ctx.request.validateUsing(siteReasonValidator)
    await moveSite({ siteId: site.id, transition, reason: reason ?? null }, actorOf(ctx))
    ctx.session.flash('success', DONE[transition])
    return ctx.response.redirect().withQs().back()
  }
}
