import type { HttpContext } from '@adonisjs/core/http'
import { verifyBeneficiary } from '#app/banking/pages/acts/verify_beneficiary'
import { scopedBeneficiary } from '#app/banking/pages/scoped'
import { actorOf } from '#app/identity/http/request_origin'

/** A second person's word that an account is that of the beneficiary. */
export default class BeneficiaryVerificationsController {
  async store(ctx: HttpContext) {
    const { beneficiary } = await scopedBeneficiary(ctx)
    const isVerified = await verifyBeneficiary(beneficiary.id, actorOf(ctx))
    ctx.session.flash(
      'success',
      isVerified
        ? `«${beneficiary.name}» verificado: ya se le puede pagar.`
        : `Ha respondido por «${beneficiary.name}»: como no se creó aquí, falta que otra persona lo verifique.`
    )
    return ctx.response.redirect().withQs().back()
  }
}
