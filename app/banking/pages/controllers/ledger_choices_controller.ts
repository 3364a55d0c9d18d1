import type { HttpContext } from '@adonisjs/core/http'
import { ledgerChoices } from '#app/banking/pages/queries/ledger_choices'
import { assertCompany } from '#app/identity/http/scope'
import { searchText } from '#app/kernel/http/list_request'

/** Accounts of the plan of a company, for the forms of its connections and payments. */
export default class LedgerChoicesController {
  async index(ctx: HttpContext) {
    const siteId = Number((ctx.request.qs() as Record<string, unknown>).site_id)
    if (!Number.isSafeInteger(siteId) || siteId <= 0) return ctx.response.json({ data: [] })
    await assertCompany(ctx, siteId)
    return ctx.response.json({ data: await ledgerChoices(siteId, searchText(ctx)) })
  }
}
