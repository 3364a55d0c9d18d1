import type { HttpContext } from '@adonisjs/core/http'
import { linkSupplier } from '#app/banking/pages/acts/link_supplier'
import { supplierDetails } from '#app/banking/pages/queries/supplier_details'
import { scopedBeneficiary } from '#app/banking/pages/scoped'
import { supplierValidator } from '#app/banking/pages/validators/beneficiary_validator'
import { actorOf } from '#app/identity/http/request_origin'

/** Which supplier's account a beneficiary without IBAN is. */
export default class BeneficiarySuppliersController {
  async index(ctx: HttpContext) {
    const { beneficiary, connector } = await scopedBeneficiary(ctx)
    const data = await supplierDetails({ beneficiaryId: beneficiary.id, siteId: connector.siteId })
    return ctx.response.json({ data })
  }

  async update(ctx: HttpContext) {
    const { beneficiary, connector } = await scopedBeneficiary(ctx)
    const { provider_bank_id: providerBankId } = await ctx.request.validateUsing(supplierValidator)
    const linked = await linkSupplier(
      { beneficiaryId: beneficiary.id, siteId: connector.siteId, providerBankId: providerBankId ?? null },
      actorOf(ctx)
    )
    ctx.session.flash(
      'success',
      linked
        ? `«${beneficiary.name}» es la cuenta de ${linked.label}. Otra persona tiene que verificarlo.`
        : `«${beneficiary.name}» ya no es la cuenta de ningún proveedor. Otra persona tiene que verificarlo.`
    )
    return ctx.response.redirect().withQs().back()
  }
}
