import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import {
  addBank,
  disableBank,
  makeDefaultBank,
  rejectBank,
  verifyBank,
  waiveCooling,
} from '#app/providers/actions/provider_banks'
import {
  bankValidator,
  reasonValidator,
  verificationValidator,
} from '#app/providers/validators/provider_validator'

export default class ProviderBanksController {
  async store(ctx: HttpContext) {
    const {
      iban,
      holder_name: holderName,
      label,
      is_confirmed: isConfirmed = false,
    } = await ctx.request.validateUsing(bankValidator)
    await addBank(
      { providerId: Number(ctx.params.id), iban, holderName, label: label ?? 'Cuenta', isConfirmed },
      actorOf(ctx)
    )
    return this.done(ctx, 'Cuenta añadida: otra persona debe verificarla antes de pagar.')
  }

  async verify(ctx: HttpContext) {
    const { method } = await ctx.request.validateUsing(verificationValidator)
    await verifyBank(keyOf(ctx), method, actorOf(ctx))
    return this.done(ctx, 'Cuenta verificada. El primer pago podrá salir pasadas 48 horas.')
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

  private done({ session, response }: HttpContext, message: string) {
    session.flash('success', message)
    return response.redirect().withQs().back()
  }
}

const keyOf = ({ params }: HttpContext) => ({ providerId: Number(params.id), bankId: Number(params.bank) })
