import type { HttpContext } from '@adonisjs/core/http'
import { verifyBeneficiary } from '#app/banking/pages/acts/verify_beneficiary'
import { waiveWait } from '#app/banking/pages/acts/waive_wait'
import { scopedBeneficiary } from '#app/banking/pages/scoped'
import { verificationValidator, waitValidator } from '#app/banking/pages/validators/beneficiary_validator'
import { actorOf } from '#app/identity/http/request_origin'
import { coolingHours } from '#app/sites/actions/set_cooling_hours'

/** A second person's word that an account is that of the beneficiary, and an approver's that its first payment need not wait. */
export default class BeneficiaryVerificationsController {
  async store(ctx: HttpContext) {
    const { beneficiary } = await scopedBeneficiary(ctx)
    const { fingerprint } = await ctx.request.validateUsing(verificationValidator)
    const isVerified = await verifyBeneficiary(
      { id: beneficiary.id, shownFingerprint: fingerprint },
      actorOf(ctx)
    )
    ctx.session.flash(
      'success',
      isVerified
        ? `«${beneficiary.name}» verificado. El primer pago podrá salir pasadas ${await coolingHours()} horas.`
        : `Ha respondido por «${beneficiary.name}»: como no se creó aquí, falta que otra persona lo verifique.`
    )
    return ctx.response.redirect().withQs().back()
  }

  async waive(ctx: HttpContext) {
    const { beneficiary } = await scopedBeneficiary(ctx)
    const { reason } = await ctx.request.validateUsing(waitValidator)
    await waiveWait(beneficiary.id, reason, actorOf(ctx))
    ctx.session.flash('success', `Espera anulada: ya se puede pagar a «${beneficiary.name}».`)
    return ctx.response.redirect().withQs().back()
  }
}
