import type { HttpContext } from '@adonisjs/core/http'
import { payDeposit, returnDeposit } from '#app/contracts/actions/deposits'
import { assertSitesInScope, changeableContract } from '#app/contracts/scoped'
import { depositReturnValidator, depositValidator } from '#app/contracts/validators/contract_validator'
import { actorOf } from '#app/identity/http/request_origin'
import { calendarDate } from '#app/kernel/time/calendar_date'

export default class ContractDepositsController {
  async store(ctx: HttpContext) {
    const { id } = await changeableContract(ctx)
    const given = await ctx.request.validateUsing(depositValidator)
    assertSitesInScope(ctx, [given.site_id])
    await payDeposit(
      id,
      {
        siteId: given.site_id,
        bankAccountId: given.bank_account_id,
        term: given.term,
        amountMinor: given.amount,
        paidOn: calendarDate(given.paid_on),
      },
      actorOf(ctx)
    )
    ctx.session.flash('success', 'Fianza registrada y contabilizada.')
    return ctx.response.redirect().withQs().back()
  }

  async update(ctx: HttpContext) {
    const { id } = await changeableContract(ctx)
    const given = await ctx.request.validateUsing(depositReturnValidator)
    const returned = { bankAccountId: given.bank_account_id, returnedOn: calendarDate(given.returned_on) }
    await returnDeposit(id, Number(ctx.params.deposit), returned, actorOf(ctx))
    ctx.session.flash('success', 'Devolución de la fianza contabilizada.')
    return ctx.response.redirect().withQs().back()
  }
}
