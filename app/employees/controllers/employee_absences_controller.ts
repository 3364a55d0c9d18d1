import type { HttpContext } from '@adonisjs/core/http'
import { addAbsence, cancelAbsence, endAbsence } from '#app/employees/actions/absences'
import { scopedEmployee } from '#app/employees/scoped'
import { absenceValidator, returnValidator } from '#app/employees/validators/employee_validator'
import { actorOf } from '#app/identity/http/request_origin'
import { calendarDate } from '#app/kernel/time/calendar_date'

export default class EmployeeAbsencesController {
  async store(ctx: HttpContext) {
    const { id } = await scopedEmployee(ctx)
    const given = await ctx.request.validateUsing(absenceValidator)
    await addAbsence(
      id,
      {
        startsOn: calendarDate(given.starts_on),
        endsOn: given.ends_on ? calendarDate(given.ends_on) : null,
        reason: given.reason ?? null,
      },
      actorOf(ctx)
    )
    ctx.session.flash('success', 'Ausencia registrada.')
    return ctx.response.redirect().withQs().back()
  }

  /** The return of who is away. */
  async update(ctx: HttpContext) {
    const { id } = await scopedEmployee(ctx)
    const given = await ctx.request.validateUsing(returnValidator)
    await endAbsence(
      id,
      { returnsOn: calendarDate(given.returns_on), reason: given.reason ?? null },
      actorOf(ctx)
    )
    ctx.session.flash('success', 'Reincorporación registrada.')
    return ctx.response.redirect().withQs().back()
  }

  async destroy(ctx: HttpContext) {
    const { id } = await scopedEmployee(ctx)
    await cancelAbsence({ employeeId: id, absenceId: Number(ctx.params.absence) }, actorOf(ctx))
    ctx.session.flash('success', 'Ausencia anulada.')
    return ctx.response.redirect().withQs().back()
  }
}
