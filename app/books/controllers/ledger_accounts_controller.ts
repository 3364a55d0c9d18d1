import type { HttpContext } from '@adonisjs/core/http'
import { updateLedgerAccount } from '#app/books/actions/change_ledger_account'
import { createSubaccount } from '#app/books/actions/create_subaccount'
import type { Partner } from '#app/books/group/name_partner'
import { scopedLedgerAccount } from '#app/books/scoped'
import { ledgerAccountValidator, newSubaccountValidator } from '#app/books/validators/plan_validator'
import { actorOf } from '#app/identity/http/request_origin'
import { assertCompany } from '#app/identity/http/scope'

/** Accounts of the plan that are opened and changed by hand. */
export default class LedgerAccountsController {
  async store(ctx: HttpContext) {
    const given = await ctx.request.validateUsing(newSubaccountValidator)
    await assertCompany(ctx, given.site_id)
    await createSubaccount({
      siteId: given.site_id,
      parent: given.parent,
      code: given.code,
      name: given.name,
      reconcilable: given.reconcilable ?? null,
      partner: await givenPartner(ctx, given.partner),
      actor: actorOf(ctx),
    })
    ctx.session.flash('success', `Cuenta ${given.code} creada.`)
    return ctx.response.redirect().withQs().back()
  }

  async update(ctx: HttpContext) {
    const { id, code } = await scopedLedgerAccount(ctx)
    const { name, reconcilable, partner } = await ctx.request.validateUsing(ledgerAccountValidator)
    await updateLedgerAccount({
      accountId: id,
      name,
      reconcilable,
      partner: await givenPartner(ctx, partner),
      actor: actorOf(ctx),
    })
    ctx.session.flash('success', `Cuenta ${code} guardada.`)
    return ctx.response.redirect().withQs().back()
  }
}

/** The company of the group that an account is with; 404 for one that is not the caller's. */
async function givenPartner(ctx: HttpContext, given: string | null | undefined): Promise<Partner | null> {
  if (given === null || given === undefined || given === 'outside') return given ?? null
  await assertCompany(ctx, Number(given))
  return Number(given)
}
