import type { HttpContext } from '@adonisjs/core/http'
import { returnContract, submitContract } from '#app/contracts/actions/move_contract'
import { changeableContract } from '#app/contracts/scoped'
import { reasonValidator } from '#app/contracts/validators/contract_validator'
import { actorOf } from '#app/identity/http/request_origin'

export default class ContractSubmissionsController {
  async store(ctx: HttpContext) {
    const { id, reference } = await changeableContract(ctx)
    await submitContract(id, actorOf(ctx))
    ctx.session.flash('success', `${reference} espera la aprobación de otra persona.`)
    return ctx.response.redirect().withQs().back()
  }

  async destroy(ctx: HttpContext) {
    const { id, reference } = await changeableContract(ctx)
    const { reason } = await ctx.request.validateUsing(reasonValidator)
    await returnContract(id, reason ?? null, actorOf(ctx))
    ctx.session.flash('success', `${reference} devuelto a borrador.`)
    return ctx.response.redirect().withQs().back()
  }
}
