import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { searchText } from '#app/kernel/http/list_request'
import { setProvision } from '#app/legal/actions/loss_provision'
import { findChargeAccounts } from '#app/legal/queries/charge_account'
import { findScopedProcedure } from '#app/legal/scoped'
import { siteOfProcedure } from '#app/legal/scoped_parts'
import { provisionValidator } from '#app/legal/validators/legal_validator'

/** The provision for what a procedure may lose. */
export default class LossProvisionsController {
  async update(ctx: HttpContext) {
    const id = await findScopedProcedure(ctx)
    const given = await ctx.request.validateUsing(provisionValidator)
    await setProvision(
      id,
      {
        amountMinor: given.amount,
        term: given.term,
        expenseCode: given.expense_account ?? null,
        reason: given.reason ?? null,
      },
      actorOf(ctx)
    )
    ctx.session.flash('success', 'Provisión registrada.')
    return ctx.response.redirect().withQs().back()
  }

  /** Accounts of expense of the procedure's company. */
  async accounts(ctx: HttpContext) {
    const id = await findScopedProcedure(ctx)
    return ctx.response.json({ data: await findChargeAccounts(await siteOfProcedure(id), searchText(ctx)) })
  }
}
