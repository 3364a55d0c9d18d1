import type { HttpContext } from '@adonisjs/core/http'
import { cancelTermination, rehireEmployee, terminateEmployee } from '#app/employees/actions/move_employee'
import { scopedEmployee } from '#app/employees/scoped'
import {
  reasonValidator,
  rehireValidator,
  terminationValidator,
} from '#app/employees/validators/employee_validator'
import { actorOf } from '#app/identity/http/request_origin'
import { calendarDate, formatDay, today } from '#app/kernel/time/calendar_date'

export default class EmployeeTerminationsController {
  async store(ctx: HttpContext) {
    const { id } = await scopedEmployee(ctx)
    const given = await ctx.request.validateUsing(terminationValidator)
    const endedOn = calendarDate(given.ended_on)
    await terminateEmployee(
      id,
      {
        endedOn,
        hasSettlement: given.has_settlement,
        reason: given.reason ?? null,
        confirmNotes: given.confirm_notes ?? false,
      },
      actorOf(ctx)
    )
    ctx.session.flash(
      'success',
      endedOn > today() ? `Baja prevista para el ${formatDay(endedOn)}.` : 'Baja registrada.'
    )
    return ctx.response.redirect().withQs().back()
  }

  /** Takes back an end to come. */
  async destroy(ctx: HttpContext) {
    const { id } = await scopedEmployee(ctx)
    const { reason } = await ctx.request.validateUsing(reasonValidator)
    await cancelTermination(id, reason ?? null, actorOf(ctx))
    ctx.session.flash('success', 'Baja prevista anulada.')
    return ctx.response.redirect().withQs().back()
  }

  /** Somebody who left begins a new period. */
  async update(ctx: HttpContext) {
    const { id } = await scopedEmployee(ctx)
    const given = await ctx.request.validateUsing(rehireValidator)
    await rehireEmployee(
      id,
      { startedOn: calendarDate(given.started_on), reason: given.reason ?? null },
      actorOf(ctx)
    )
    ctx.session.flash('success', 'Empleado readmitido.')
    return ctx.response.redirect().withQs().back()
  }
}
