import type { HttpContext } from '@adonisjs/core/http'
import { approveContract } from '#app/contracts/actions/move_contract'
import { changeableContract } from '#app/contracts/scoped'
import { actorOf } from '#app/identity/http/request_origin'

export default class ContractApprovalsController {
  async store(ctx: HttpContext) {
    const { id, reference } = await changeableContract(ctx)
    await approveContract(id, actorOf(ctx))
    ctx.session.flash('success', `${reference} está vigente. Sus facturas se comparan con él.`)
    return ctx.response.redirect().withQs().back()
  }
}
