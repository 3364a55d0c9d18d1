import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { DomainError } from '#app/kernel/domain_error'
import { counted } from '#app/kernel/text/counted'
import { approveCharge, givenText, overrideChargeApproval } from '#app/rebilling/charges/approve_charge'
import { forEachCharge, refusedText } from '#app/rebilling/charges/for_each_charge'
import { assertCharges, findScopedCharge } from '#app/rebilling/scoped'
import { approvalsValidator, overrideValidator } from '#app/rebilling/validators/rebilling_validator'

/** Approvals of charges, each with the fingerprint of what was shown. */
export default class ChargeApprovalsController {
  async store(ctx: HttpContext) {
    const { charges, comment = null } = await ctx.request.validateUsing(approvalsValidator)
    await assertCharges(
      ctx,
      charges.map(({ id }) => id),
      'any'
    )
    const shown = new Map(charges.map(({ id, fingerprint }) => [id, fingerprint]))
    const actor = actorOf(ctx)
    const approve = (chargeId: number) =>
      approveCharge({ chargeId, shownFingerprint: shown.get(chargeId) ?? '', comment, actor })
    const { done, refused } = await forEachCharge([...shown.keys()], approve)
    if (done.length === 0) throw new DomainError('E_REFUSED', refusedText(refused))
    const approved = done.filter(({ isApproved }) => isApproved)
    const [waiting] = done.filter(({ isApproved }) => !isApproved)
    if (approved.length > 0)
      ctx.session.flash(
        'success',
        `${counted(approved.length, 'refacturación aprobada', 'refacturaciones aprobadas')}.`
      )
    if (waiting)
      ctx.session.flash(
        'info',
        `Aprobación registrada en ${counted(done.length - approved.length, 'refacturación', 'refacturaciones')}: faltan más (${givenText(waiting.sides)}).`
      )
    if (refused.length > 0) ctx.session.flash('warning', refusedText(refused))
    return ctx.response.redirect().withQs().back()
  }

  /** The emergency approval of the system role. */
  async override(ctx: HttpContext) {
    const { id } = await findScopedCharge(ctx)
    const { fingerprint, reason } = await ctx.request.validateUsing(overrideValidator)
    const { isApproved, sides, number } = await overrideChargeApproval({
      chargeId: id,
      shownFingerprint: fingerprint,
      reason,
      actor: actorOf(ctx),
    })
    ctx.session.flash(
      'success',
      isApproved ? `${number} aprobada.` : `Aprobación registrada (${givenText(sides)}).`
    )
    return ctx.response.redirect().withQs().back()
  }
}
