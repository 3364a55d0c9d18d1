import type { HttpContext } from '@adonisjs/core/http'
import { sentPaper } from '#app/files/paper'
import { sendFile } from '#app/files/send_file'
import { actorOf } from '#app/identity/http/request_origin'
import { assertInScope, scopeOf } from '#app/identity/http/scope'
import { NotFound } from '#app/kernel/http/access_denied'
import { takeEvidence } from '#app/providers/actions/bank_evidence'
import {
  addBank,
  changeBankMode,
  disableBank,
  makeDefaultBank,
  rejectBank,
  revealIban,
  verifyBank,
  waiveCooling,
} from '#app/providers/actions/provider_banks'
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
    const {
      iban,
      bic = null,
      holder_name: holderName,
      label,
      is_confirmed: isConfirmed = false,
      site_id: siteId = null,
    } = await ctx.request.validateUsing(bankValidator)
    if (siteId !== null) assertInScope(ctx, siteId)
    await addBank(
      {
        providerId: Number(ctx.params.id),
        siteId,
        iban,
        bic,
        holderName,
        label: label ?? 'Cuenta',
        isConfirmed,
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

  /** The whole IBAN, on record. */
  async reveal(ctx: HttpContext) {
    const { bank_id: bankId } = await ctx.request.validateUsing(revealValidator)
    const iban = await revealIban({ providerId: Number(ctx.params.id), bankId }, actorOf(ctx))
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
