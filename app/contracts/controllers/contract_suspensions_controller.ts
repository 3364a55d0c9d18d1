import type { HttpContext } from '@adonisjs/core/http'
import { resumeContract, suspendContract } from '#app/contracts/actions/move_contract'
import { changeableContract } from '#app/contracts/scoped'
import { endValidator, reasonValidator } from '#app/contracts/validators/contract_validator'
import { actorOf } from '#app/identity/http/request_origin'
import { calendarDate } from '#app/kernel/time/calendar_date'

export default class ContractSuspensionsController {
  async store(ctx: HttpContext) {
    const { id, reference } = await changeableContract(ctx)
    const { on_day: onDay, reason } = await ctx.request.validateUsing(endValidator)
    await suspendContract(id, { onDay: calendarDate(onDay), reason: reason ?? null }, actorOf(ctx))
    ctx.session.flash('success', `${reference} suspendido.`)
    return ctx.response.redirect().withQs().back()
  }

  async destroy(ctx: HttpContext) {
    const { id, reference } = await changeableContract(ctx)
    const { reason } = await ctx.request.validateUsing(reasonValidator)
    await resumeContract(id, reason ?? null, actorOf(ctx))
    ctx.session.flash('success', `${reference} vuelve a estar vigente.`)
    return ctx.response.redirect().withQs().back()
  }
}
