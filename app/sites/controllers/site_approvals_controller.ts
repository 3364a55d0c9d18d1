import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { endApproval } from '#app/sites/actions/end_approval'
import { activateApproval, proposeApproval } from '#app/sites/actions/grant_approval'
import { scopedApproval, scopedSite } from '#app/sites/scoped'
import { approvalValidator } from '#app/sites/validators/approval_validator'
import { siteReasonValidator } from '#app/sites/validators/site_validator'

/** Approvals of a company: proposed (store), activated by another person (update), ended (destroy). */
export default class SiteApprovalsController {
  async store(ctx: HttpContext) {
    const site = await scopedSite(ctx)
    const given = await ctx.request.validateUsing(approvalValidator)
    const { delegate_user_id: delegate, delegate_from: from, delegate_to: to } = given
    await proposeApproval(
      {
        siteId: site.id,
        userId: given.user_id,
        kinds: given.kinds,
        maxAmountMinor: given.max_amount ?? null,
        dailyLimitMinor: given.daily_limit ?? null,
        categoryIds: given.category_ids ?? [],
        activeFrom: calendarDate(given.active_from),
        activeTo: given.active_to ? calendarDate(given.active_to) : null,
        delegate:
          delegate && from && to
            ? { userId: delegate, from: calendarDate(from), to: calendarDate(to) }
            : null,
      },
      actorOf(ctx)
    )
    ctx.session.flash('success', 'Aprobación propuesta. Falta que la active otra persona.')
    return ctx.response.redirect().withQs().back()
  }

  async update(ctx: HttpContext) {
    await activateApproval(await scopedApproval(ctx), actorOf(ctx))
    ctx.session.flash('success', 'Aprobación activada.')
    return ctx.response.redirect().withQs().back()
  }

  async destroy(ctx: HttpContext) {
    const approvalId = await scopedApproval(ctx)
    const { reason } = await ctx.request.validateUsing(siteReasonValidator)
    await endApproval(approvalId, reason ?? '', actorOf(ctx))
    ctx.session.flash('success', 'Aprobación finalizada.')
    return ctx.response.redirect().withQs().back()
  }
}
