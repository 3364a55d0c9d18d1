import type { HttpContext } from '@adonisjs/core/http'
import { terminateContract } from '#app/contracts/actions/move_contract'
import { changeableContract } from '#app/contracts/scoped'
import { endValidator } from '#app/contracts/validators/contract_validator'
import { actorOf } from '#app/identity/http/request_origin'
import { calendarDate } from '#app/kernel/time/calendar_date'

export default class ContractTerminationsController {
  async store(ctx: HttpContext) {
    const { id, reference } = await changeableContract(ctx)
    const { on_day: onDay, reason } = await ctx.request.validateUsing(endValidator)
    await terminateContract(id, { onDay: calendarDate(onDay), reason: reason ?? null }, actorOf(ctx))
    ctx.session.flash('success', `${reference} rescindido.`)
    return ctx.response.redirect().withQs().back()
  }
}
