import type { HttpContext } from '@adonisjs/core/http'
import { grantAccount } from '#app/accounts/actions/grant_account'
import { scopedAccount } from '#app/accounts/scoped'
import { permissionValidator } from '#app/accounts/validators/account_validator'
import { actorOf } from '#app/identity/http/request_origin'

/** What one person may do with one account, narrower than their role (area 01 §1). */
export default class AccountPermissionsController {
  async update(ctx: HttpContext) {
    const { account } = await scopedAccount(ctx)
    const typed = await ctx.request.validateUsing(permissionValidator)
    await grantAccount(
      {
        account,
        userId: Number(ctx.params.user),
        rights: { canView: typed.can_view, canPay: typed.can_pay, canReconcile: typed.can_reconcile },
        reason: typed.reason,
      },
      actorOf(ctx)
    )
    ctx.session.flash('success', 'Permisos guardados.')
    return ctx.response.redirect().withQs().back()
  }
}
