import type { HttpContext } from '@adonisjs/core/http'
import { PAYEE_RESULTS } from '#app/banking/banking_labels'
import { checkPayee } from '#app/banking/pages/acts/check_payee'
import { scopedBeneficiary } from '#app/banking/pages/scoped'

/** Whose the account of a beneficiary is, asked of their bank. */
export default class PayeeChecksController {
  async store(ctx: HttpContext) {
    const { beneficiary } = await scopedBeneficiary(ctx)
    const { result, officialName } = await checkPayee(beneficiary)
    const said = `${beneficiary.name}: ${PAYEE_RESULTS[result].label.toLowerCase()}${officialName ? ` («${officialName}»)` : ''}.`
    ctx.session.flash(result === 'match' ? 'success' : 'warning', said)
    return ctx.response.redirect().withQs().back()
  }
}
