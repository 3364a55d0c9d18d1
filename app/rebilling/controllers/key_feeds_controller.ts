import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { scopeOf } from '#app/identity/http/scope'
import { counted } from '#app/kernel/text/counted'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { feedKey } from '#app/rebilling/keys/feed_key'
import { feedValidator } from '#app/rebilling/validators/rebilling_validator'

/** Keys that come from what the product knows: people at work, rooms of centres. */
export default class KeyFeedsController {
  async store(ctx: HttpContext) {
    const { name, month } = await ctx.request.validateUsing(feedValidator)
    const written = await feedKey({ name, month: month as CalendarDate, siteIds: scopeOf(ctx) }, actorOf(ctx))
    ctx.session.flash(
      'success',
      `${counted(written, 'valor tomado', 'valores tomados')} de los datos de la aplicación.`
    )
    return ctx.response.redirect().withQs().back()
  }
}
