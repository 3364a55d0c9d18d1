import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { setAccountRole } from '#app/sites/actions/set_account_role'
import { scopedSite } from '#app/sites/scoped'
import { accountRoleValidator } from '#app/sites/validators/site_validator'

/** The account a company uses for a role of the ledger: its own (update), or the group's again (destroy). */
export default class AccountRolesController {
  async update(ctx: HttpContext) {
    const site = await scopedSite(ctx)
    const { account_code: accountCode } = await ctx.request.validateUsing(accountRoleValidator)
    await setAccountRole({ siteId: site.id, role: String(ctx.params.role), accountCode }, actorOf(ctx))
    ctx.session.flash('success', 'Cuenta contable guardada.')
    return ctx.response.redirect().withQs().back()
  }

  async destroy(ctx: HttpContext) {
    const site = await scopedSite(ctx)
    await setAccountRole({ siteId: site.id, role: String(ctx.params.role), accountCode: null }, actorOf(ctx))
    ctx.session.flash('success', 'La empresa vuelve a usar la cuenta del grupo.')
    return ctx.response.redirect().withQs().back()
  }
}
