import type { HttpContext } from '@adonisjs/core/http'
import {
  type BankProfileFacts,
  chooseBankProfile,
  createBankProfile,
  updateBankProfile,
} from '#app/accounts/actions/save_bank_profile'
import { scopedAccount } from '#app/accounts/scoped'
import {
  chosenProfileValidator,
  newProfileValidator,
  profileValidator,
} from '#app/accounts/validators/account_validator'
import { actorOf } from '#app/identity/http/request_origin'
import { NotFound } from '#app/kernel/http/access_denied'

type Typed = Awaited<ReturnType<typeof newProfileValidator.validate>>

/** The format of an account's payment files, from its tab «Datos» (area 28 §5). */
export default class BankProfilesController {
  /** Chooses one of those there are. */
  async choose(ctx: HttpContext) {
    const { account } = await scopedAccount(ctx)
    const { bank_profile_id: profileId } = await ctx.request.validateUsing(chosenProfileValidator)
    await chooseBankProfile(account, profileId, actorOf(ctx))
    return this.done(ctx, 'Perfil bancario asignado.')
  }

  async store(ctx: HttpContext) {
    const { account } = await scopedAccount(ctx)
    const typed = await ctx.request.validateUsing(newProfileValidator)
    await createBankProfile(account, factsOf(typed), actorOf(ctx))
    return this.done(ctx, `Perfil «${typed.name}» creado y asignado a la cuenta.`)
  }

  async update(ctx: HttpContext) {
    const { account, viewer } = await scopedAccount(ctx)
    const profileId = Number(ctx.params.profile)
    if (account.bankProfileId !== profileId) throw new NotFound()
    const { lock_version: lockVersion, ...typed } = await ctx.request.validateUsing(profileValidator)
    await updateBankProfile({ profileId, facts: factsOf(typed), lockVersion, viewer }, actorOf(ctx))
    return this.done(ctx, `Perfil «${typed.name}» guardado.`)
  }

  private done({ session, response }: HttpContext, message: string) {
    session.flash('success', message)
    return response.redirect().withQs().back()
  }
}

const factsOf = (typed: Typed): BankProfileFacts => ({
  name: typed.name,
  painVersion: typed.pain_version,
  charset: typed.charset,
  batchBooking: typed.batch_booking,
  needsNifSuffix: typed.needs_nif_suffix,
  needsBic: typed.needs_bic,
  instantAllowed: typed.instant_allowed,
  maxOperations: typed.max_operations,
  cutOff: typed.cut_off,
  channel: typed.channel ?? 'sepa_file',
  gateway: typed.channel === 'api' ? (typed.gateway ?? null) : null,
})
