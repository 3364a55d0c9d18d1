import type { HttpContext } from '@adonisjs/core/http'
import { updateContract } from '#app/employees/actions/update_contract'
import { findUserOptions } from '#app/employees/queries/employee_page'
import { scopedEmployee, scopedManager } from '#app/employees/scoped'
import { contractValidator } from '#app/employees/validators/employee_validator'
import { actorOf } from '#app/identity/http/request_origin'
import { searchText } from '#app/kernel/http/list_request'
import { calendarDate } from '#app/kernel/time/calendar_date'

export default class EmployeeContractsController {
  async update(ctx: HttpContext) {
    const employee = await scopedEmployee(ctx)
    const given = await ctx.request.validateUsing(contractValidator)
    await updateContract(
      employee.id,
      {
        position: given.position ?? null,
        department: given.department ?? null,
        centerId: given.center_id ?? null,
        managerId: await scopedManager(ctx, employee, given.manager_id ?? null),
        contractType: given.contract_type ?? null,
        startedOn: calendarDate(given.started_on),
        hoursWeek:
          given.hours_week === null || given.hours_week === undefined ? null : given.hours_week.toFixed(2),
        expenseLimitMinor: given.expense_limit ?? null,
        lockVersion: given.lock_version,
      },
      actorOf(ctx)
    )
    ctx.session.flash('success', 'Contrato guardado.')
    return ctx.response.redirect().withQs().back()
  }

  /** Users for the picker «Usuario». */
  async index(ctx: HttpContext) {
    return ctx.response.send({ data: await findUserOptions(searchText(ctx)) })
  }
}
