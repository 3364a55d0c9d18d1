import type { HttpContext } from '@adonisjs/core/http'
import { assertCompany } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { transferAccounts } from '#app/payments/kinds/internal/transfer_accounts'

/** The accounts of a company between which money may go, for the form of a transfer. */
export default class TransferTargetsController {
  async index(ctx: HttpContext) {
    const siteId = Number((ctx.request.qs() as Record<string, unknown>).site_id)
    if (!Number.isSafeInteger(siteId) || siteId <= 0) return ctx.response.json({ data: [] })
    await assertCompany(ctx, siteId)
    return ctx.response.json({ data: await transferAccounts(siteId, requireSignedIn(ctx).user.id) })
  }
}
