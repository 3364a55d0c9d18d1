import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { DomainError } from '#app/kernel/domain_error'
import { counted } from '#app/kernel/text/counted'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { forEachCharge, refusedText } from '#app/rebilling/charges/for_each_charge'
import { issueCharge } from '#app/rebilling/charges/issue_charge'
import { requestIssues } from '#app/rebilling/charges/request_issues'
import { assertCharges } from '#app/rebilling/scoped'
import { issueValidator } from '#app/rebilling/validators/rebilling_validator'

/** More than so many are issued in the background: each writes a document with its paper and two books. */
const AT_ONCE_MAX = 25

/** «Emitir»: each charge for itself, in the order given. */
export default class ChargeIssuesController {
  async store(ctx: HttpContext) {
    const { ids, issued_on: day } = await ctx.request.validateUsing(issueValidator)
    await assertCharges(ctx, ids, 'origin')
    const actor = actorOf(ctx)
    const issuedOn = day as CalendarDate
    if (ids.length > AT_ONCE_MAX) {
      await requestIssues({ ids, issuedOn }, actor)
      ctx.session.flash(
        'info',
        `Emitiendo ${counted(ids.length, 'refacturación', 'refacturaciones')}: el resultado aparecerá en la barra superior.`
      )
      return ctx.response.redirect().withQs().back()
    }
    const [only] = ids
    if (ids.length === 1 && only !== undefined) {
      const { number } = await issueCharge({ chargeId: only, issuedOn }, actor)
      ctx.session.flash('success', `${number} emitida y contabilizada en las dos empresas.`)
      return ctx.response.redirect().withQs().back()
    }
    const { done, refused } = await forEachCharge(ids, (chargeId) =>
      issueCharge({ chargeId, issuedOn }, actor)
    )
    if (done.length === 0) throw new DomainError('E_REFUSED', refusedText(refused))
    ctx.session.flash(
      'success',
      `${counted(done.length, 'refacturación emitida', 'refacturaciones emitidas')}.`
    )
    if (refused.length > 0) ctx.session.flash('warning', refusedText(refused))
    return ctx.response.redirect().withQs().back()
  }
}
