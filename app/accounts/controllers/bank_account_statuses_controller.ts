import type { HttpContext } from '@adonisjs/core/http'
import { moveBankAccount } from '#app/accounts/actions/move_bank_account'
import { scopedAccount } from '#app/accounts/scoped'
import { accountStatusValidator } from '#app/accounts/validators/account_validator'
import { actorOf } from '#app/identity/http/request_origin'

const done = {
  pause: 'Cuenta pausada.',
  resume: 'Cuenta reanudada.',
  close: 'Cuenta cerrada.',
  reopen: 'Cuenta reabierta.',
}

export default class BankAccountStatusesController {
  async update(ctx: HttpContext) {
    const { account, viewer } = await scopedAccount(ctx)
    const { transition, reason } = await ctx.request.validateUsing(accountStatusValidator)
    await moveBankAccount({
      bankAccountId: account.id,
      transition,
      reason: reason ?? '',
      role: viewer.role,
      actor: actorOf(ctx),
    })
    ctx.session.flash('success', done[transition])
    return ctx.response.redirect().withQs().back()
  }
}
