import type { HttpContext } from '@adonisjs/core/http'
import { linkProviderAccount, unlinkProviderAccount } from '#app/banking/actions/link_provider_account'
import { scopedProviderAccount } from '#app/banking/pages/scoped'
import { linkValidator } from '#app/banking/pages/validators/connection_validator'
import { actorOf } from '#app/identity/http/request_origin'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** Which account of the company an account at a bank is. */
export default class AccountLinksController {
  async update(ctx: HttpContext) {
    const { account } = await scopedProviderAccount(ctx)
    const { bank_account_id: bankAccountId, lines_from: linesFrom } =
      await ctx.request.validateUsing(linkValidator)
    await linkProviderAccount({
      providerAccountId: account.id,
      bankAccountId,
      linesFrom: linesFrom as CalendarDate,
      actor: actorOf(ctx),
    })
    ctx.session.flash('success', `«${account.name}» asociada: sus movimientos se están leyendo.`)
    return ctx.response.redirect().withQs().back()
  }

  async destroy(ctx: HttpContext) {
    const { account } = await scopedProviderAccount(ctx)
    await unlinkProviderAccount({ providerAccountId: account.id, actor: actorOf(ctx) })
    ctx.session.flash('success', `«${account.name}» ya no está asociada.`)
    return ctx.response.redirect().withQs().back()
  }
}
