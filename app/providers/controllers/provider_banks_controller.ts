import type { HttpContext } from '@adonisjs/core/http'
import { sentPaper } from '#app/files/paper'
import { sendFile } from '#app/files/send_file'
import { actorOf } from '#app/identity/http/request_origin'
import { assertCompany, scopeOf } from '#app/identity/http/scope'
import { NotFound } from '#app/kernel/http/access_denied'
import { addAccountWithoutIban } from '#app/providers/actions/add_account_without_iban'
import { takeEvidence } from '#app/providers/actions/bank_evidence'
import {
  addBank,
  changeBankMode,
  disableBank,
  makeDefaultBank,
  rejectBank,
  verifyBank,
  waiveCooling,
} from '#app/providers/actions/provider_banks'
import { revealAccount } from '#app/providers/actions/reveal_account'
import {
  bankModeValidator,
  bankValidator,
  reasonValidator,
  revealValidator,
  verificationValidator,
} from '#app/providers/validators/provider_validator'
import { coolingHours } from '#app/sites/actions/set_cooling_hours'

export default class ProviderBanksController {
  async store(ctx: HttpContext) {
    const given = await ctx.request.validateUsing(bankValidator)
    const { account_kind: kind = 'iban', site_id: siteId = null, bic = null } = given
    if (siteId !== null) await assertCompany(ctx, siteId)
    const bank = {
      providerId: Number(ctx.params.id),
      siteId,
      holderName: given.holder_name,
      label: given.label ?? 'Cuenta',
      isConfirmed: given.is_confirmed ?? false,
    }
    if (kind === 'iban') await addBank({ ...bank, iban: given.iban ?? '', bic }, actorOf(ctx))
    else
      await addAccountWithoutIban(
        bank,
        {
          kind,
          number: given.account_number ?? '',
          routingCode: given.routing_code ?? null,
          bic,
          bankName: given.bank_name ?? null,
          country: given.country ?? null,
        },
        actorOf(ctx)
      )
    return this.done(ctx, 'Cuenta añadida: otra persona debe verificarla antes de pagar.')
  }

  async verify(ctx: HttpContext) {
    const { method, file } = await ctx.request.validateUsing(verificationValidator)
    await verifyBank(keyOf(ctx), method, actorOf(ctx), await sentPaper(file, 'file'))
    return this.done(
      ctx,
      `Cuenta verificada. El primer pago podrá salir pasadas ${await coolingHours()} horas.`
    )
  }

  /** The certificate of the account, as an attachment; on record. */
  async evidence(ctx: HttpContext) {
    const file = await takeEvidence({ ...keyOf(ctx), scope: scopeOf(ctx) }, actorOf(ctx))
    if (!file) throw new NotFound()
    return sendFile(ctx, file)
  }

  async waive(ctx: HttpContext) {
    const { reason } = await ctx.request.validateUsing(reasonValidator)
    await waiveCooling(keyOf(ctx), reason ?? '', actorOf(ctx))
    return this.done(ctx, 'Espera anulada: la cuenta ya se puede pagar.')
  }

  async reject(ctx: HttpContext) {
    const { reason } = await ctx.request.validateUsing(reasonValidator)
    await rejectBank(keyOf(ctx), reason ?? '', actorOf(ctx))
    return this.done(ctx, 'Cuenta rechazada.')
  }

  async destroy(ctx: HttpContext) {
    await disableBank(keyOf(ctx), actorOf(ctx))
    return this.done(ctx, 'Cuenta deshabilitada.')
  }

  async setDefault(ctx: HttpContext) {
    await makeDefaultBank(keyOf(ctx), actorOf(ctx))
    return this.done(ctx, 'Cuenta predeterminada cambiada.')
  }

  /** One account for all companies, or one by company. */
  async mode(ctx: HttpContext) {
    const { multi_bank: isMulti } = await ctx.request.validateUsing(bankModeValidator)
    await changeBankMode(Number(ctx.params.id), isMulti, actorOf(ctx))
    return this.done(ctx, isMulti ? 'Varios bancos.' : 'Un solo banco.')
  }

  /** The accounts are a tab of the supplier's page. */
  async index(ctx: HttpContext) {
    return ctx.response.redirect(`/providers/${Number(ctx.params.id)}/edit?tab=banks`)
  }

  /** The whole IBAN, or the number of an account without one, on record. */
  async reveal(ctx: HttpContext) {
    const { bank_id: bankId } = await ctx.request.validateUsing(revealValidator)
    const iban = await revealAccount(
      { providerId: Number(ctx.params.id), bankId, scope: scopeOf(ctx) },
      actorOf(ctx)
    )
    if (iban === null) throw new NotFound()
    ctx.response.header('cache-control', 'private, no-store')
    return ctx.response.send({ data: { iban } })
  }

  private done({ session, response }: HttpContext, message: string) {
    session.flash('success', message)
    return response.redirect().withQs().back()
  }
}

const keyOf = ({ params }: HttpContext) => ({ providerId: Number(params.id), bankId: Number(params.bank) })
