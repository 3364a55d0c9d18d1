import type { HttpContext } from '@adonisjs/core/http'
import { addBank } from '#app/employees/actions/add_bank'
import {
  disableBank,
  makeDefaultBank,
  rejectBank,
  verifyBank,
  waiveCooling,
} from '#app/employees/actions/employee_banks'
import { scopedEmployee } from '#app/employees/scoped'
import {
  bankValidator,
  reasonValidator,
  verificationValidator,
} from '#app/employees/validators/employee_validator'
import { actorOf } from '#app/identity/http/request_origin'
import { coolingHours } from '#app/sites/actions/set_cooling_hours'

export default class EmployeeBanksController {
  async store(ctx: HttpContext) {
    const employee = await scopedEmployee(ctx)
    const given = await ctx.request.validateUsing(bankValidator)
    await addBank(
      {
        employeeId: employee.id,
        iban: given.iban,
        bic: given.bic ?? null,
        holderName: given.holder_name,
        isConfirmed: given.is_confirmed ?? false,
      },
      actorOf(ctx)
    )
    return done(ctx, 'Cuenta añadida: otra persona debe verificarla antes de pagar.')
  }

  async verify(ctx: HttpContext) {
    const key = await keyOf(ctx)
    const { method } = await ctx.request.validateUsing(verificationValidator)
    await verifyBank(key, method, actorOf(ctx))
    return done(ctx, `Cuenta verificada. El primer pago podrá salir pasadas ${await coolingHours()} horas.`)
  }

  async waive(ctx: HttpContext) {
    const key = await keyOf(ctx)
    const { reason } = await ctx.request.validateUsing(reasonValidator)
    await waiveCooling(key, reason ?? null, actorOf(ctx))
    return done(ctx, 'Espera anulada: la cuenta ya se puede pagar.')
  }

  async reject(ctx: HttpContext) {
    const key = await keyOf(ctx)
    const { reason } = await ctx.request.validateUsing(reasonValidator)
    await rejectBank(key, reason ?? null, actorOf(ctx))
    return done(ctx, 'Cuenta rechazada.')
  }

  async destroy(ctx: HttpContext) {
    await disableBank(await keyOf(ctx), actorOf(ctx))
    return done(ctx, 'Cuenta deshabilitada.')
  }

  async setDefault(ctx: HttpContext) {
    await makeDefaultBank(await keyOf(ctx), actorOf(ctx))
    return done(ctx, 'Cuenta predeterminada cambiada.')
  }
}

async function keyOf(ctx: HttpContext) {
  const employee = await scopedEmployee(ctx)
  return { employeeId: employee.id, bankId: Number(ctx.params.bank) }
}

function done({ session, response }: HttpContext, message: string) {
  session.flash('success', message)
  return response.redirect().withQs().back()
}
