import type { HttpContext } from '@adonisjs/core/http'
import { verifyBeneficiary } from '#app/banking/pages/acts/verify_beneficiary'
import { scopedBeneficiary } from '#app/banking/pages/scoped'
import { actorOf } from '#app/identity/http/request_origin'

/** A second person's word that an account is that of the beneficiary. */
export default class BeneficiaryVerificationsController {
  async store(ctx: HttpContext) {
    const { beneficiary } = await scopedBeneficiary(ctx)
    await verifyBeneficiary(beneficiary.id, actorOf(ctx))
    ctx.session.flash('success', `«${beneficiary.name}» verificado: ya se le puede pagar.`)
    return ctx.response.redirect().withQs().back()
  }
}
