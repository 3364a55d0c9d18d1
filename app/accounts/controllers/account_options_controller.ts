import type { HttpContext } from '@adonisjs/core/http'
import { ledgerAccountOptions, parentOptions } from '#app/accounts/queries/form_options'
import { accountOptionsValidator } from '#app/accounts/validators/account_validator'
import { viewerOf } from '#app/accounts/viewer'
import { assertCompany } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { searchText } from '#app/kernel/http/list_request'

/** Choices of a new account that depend on its company, kind and currency. */
export default class AccountOptionsController {
  /** Accounts of the plan it may take. */
  async index(ctx: HttpContext) {
    const asked = await this.askedOf(ctx)
    return { data: await ledgerAccountOptions({ ...asked, text: searchText(ctx) }) }
  }

  /** Bank accounts that a card may hang from. */
  async show(ctx: HttpContext) {
    return { data: await parentOptions(await this.askedOf(ctx), viewerOf(requireSignedIn(ctx))) }
  }

  private async askedOf(ctx: HttpContext) {
    const { site_id: siteId, kind, currency } = await ctx.request.validateUsing(accountOptionsValidator)
    await assertCompany(ctx, siteId)
    return { siteId, kind, currency }
  }
}
