import type { HttpContext } from '@adonisjs/core/http'
import { amendContract } from '#app/contracts/actions/amend_contract'
import { changeableContract } from '#app/contracts/scoped'
import { amendmentValidator } from '#app/contracts/validators/contract_validator'
import { actorOf } from '#app/identity/http/request_origin'
import { calendarDate } from '#app/kernel/time/calendar_date'

export default class ContractAmendmentsController {
  async store(ctx: HttpContext) {
    const { id } = await changeableContract(ctx)
    const { title, starts_on: startsOn } = await ctx.request.validateUsing(amendmentValidator)
    const amendment = await amendContract(id, { title, startsOn: calendarDate(startsOn) }, actorOf(ctx))
    ctx.session.flash('success', 'Adenda creada: complete sus precios y adjunte el documento firmado.')
    return ctx.response.redirect().toPath(`/provider-contracts/${amendment}/edit`)
  }
}
