import type { HttpContext } from '@adonisjs/core/http'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { payingAccounts } from '#app/payments/kinds/supplier/paying_accounts'
import { assertAllInScope } from '#app/payments/orders/controllers/scoped'

/** The accounts that one invoice may be paid from, for the form of its payment. */
export default class PayingAccountsController {
  async index(ctx: HttpContext) {
    const invoiceId = Number(ctx.params.id)
    await assertAllInScope(ctx, 'invoices', [invoiceId])
    const accounts = await payingAccounts(invoiceId, requireSignedIn(ctx).user.id)
    return ctx.response.json({ data: accounts })
  }
}
