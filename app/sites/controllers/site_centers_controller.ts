import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { saveCenter } from '#app/sites/actions/save_center'
import type Site from '#app/sites/models/site'
import { scopedCenter, scopedSite } from '#app/sites/scoped'
import { centerValidator } from '#app/sites/validators/site_validator'

export default class SiteCentersController {
  async store(ctx: HttpContext) {
    return this.save(ctx, await scopedSite(ctx), null)
  }

  async update(ctx: HttpContext) {
    const site = await scopedSite(ctx)
    return this.save(ctx, site, await scopedCenter(ctx, site))
  }

  private async save(ctx: HttpContext, site: Site, centerId: number | null) {
    const { rooms, pms_code, ...given } = await ctx.request.validateUsing(centerValidator)
    await saveCenter(
      { siteId: site.id, centerId },
      { ...given, rooms: rooms ?? null, pmsCode: pms_code ?? null },
      actorOf(ctx)
    )
    ctx.session.flash('success', centerId ? 'Centro guardado.' : 'Centro creado.')
    return ctx.response.redirect().withQs().back()
  }
}
