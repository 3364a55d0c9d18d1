import type { HttpContext } from '@adonisjs/core/http'
import { deniedAccounts } from '#app/accounts/queries/account_scope'
import { actorOf } from '#app/identity/http/request_origin'
import { assertCompany, scopeOf } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { NotFound } from '#app/kernel/http/access_denied'
import { moveReserve } from '#app/providers/actions/move_reserve'
import { saveReserve } from '#app/providers/actions/save_reserve'
import Provider from '#app/providers/models/provider'
import { type AccountPlace, placeOfAccount, placeOfFund } from '#app/providers/queries/reserve_fund'
import { reservePage } from '#app/providers/queries/reserve_page'
import { moveReserveValidator, reserveValidator } from '#app/providers/validators/provider_validator'

/** What is set aside for a supplier: its settings, what moved, and moving it by hand. */
export default class ProviderReservesController {
  async show(ctx: HttpContext) {
    const provider = await Provider.findOrFail(Number(ctx.params.id))
    return ctx.response.json(await reservePage(provider.id, requireSignedIn(ctx).user, scopeOf(ctx)))
  }

  async update(ctx: HttpContext) {
    const providerId = await findScopedFund(ctx)
    const given = await ctx.request.validateUsing(reserveValidator)
    await assertAccount(ctx, given.bank_account_id)
    await saveReserve(
      providerId,
      {
        isEnabled: given.is_enabled,
        targetMinor: given.target,
        monthlyMinor: given.monthly,
        day: given.day,
        bankAccountId: given.bank_account_id,
      },
      actorOf(ctx)
    )
    ctx.session.flash('success', 'Fondo de reserva guardado.')
    return ctx.response.redirect().withQs().back()
  }

  async store(ctx: HttpContext) {
    const providerId = await findScopedFund(ctx)
    const given = await ctx.request.validateUsing(moveReserveValidator)
    await moveReserve(
      providerId,
      { kind: given.kind, amountMinor: given.amount, note: given.note },
      actorOf(ctx)
    )
    ctx.session.flash(
      'success',
      given.kind === 'contribution' ? 'Aportación registrada.' : 'Importe liberado del fondo.'
    )
    return ctx.response.redirect().withQs().back()
  }
}

/** The supplier of the route, unless its fund lies in an account that the caller may not see: 404. */
async function findScopedFund(ctx: HttpContext): Promise<number> {
  const { id } = await Provider.findOrFail(Number(ctx.params.id))
  const place = await placeOfFund(id)
  if (place) await assertSeen(ctx, place)
  return id
}

async function assertAccount(ctx: HttpContext, bankAccountId: number): Promise<void> {
  const place = await placeOfAccount(bankAccountId)
  if (!place) throw new NotFound()
  await assertSeen(ctx, place)
}

async function assertSeen(ctx: HttpContext, { bankAccountId, siteId }: AccountPlace): Promise<void> {
  await assertCompany(ctx, siteId)
  const { id } = requireSignedIn(ctx).user
  if ((await deniedAccounts(id, 'view')).includes(bankAccountId)) throw new NotFound()
}
