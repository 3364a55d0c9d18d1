import type { HttpContext } from '@adonisjs/core/http'
import { setLedgerAccountActive } from '#app/books/actions/change_ledger_account'
import { scopedLedgerAccount } from '#app/books/scoped'
import { ledgerAccountStatusValidator } from '#app/books/validators/plan_validator'
import { actorOf } from '#app/identity/http/request_origin'

/** Whether an account of the plan takes lines. */
export default class LedgerAccountStatusesController {
  async update(ctx: HttpContext) {
    const { id, code } = await scopedLedgerAccount(ctx)
    const { active, reason } = await ctx.request.validateUsing(ledgerAccountStatusValidator)
    await setLedgerAccountActive({ accountId: id, active, reason: reason || null, actor: actorOf(ctx) })
    ctx.session.flash('success', active ? `Cuenta ${code} reactivada.` : `Cuenta ${code} desactivada.`)
    return ctx.response.redirect().withQs().back()
  }
}
