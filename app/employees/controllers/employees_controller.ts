import type { HttpContext } from '@adonisjs/core/http'
import { createEmployee } from '#app/employees/actions/create_employee'
import { updateEmployee } from '#app/employees/actions/update_employee'
import { employeePage } from '#app/employees/queries/employee_page'
import {
  BANK_FILTERS,
  employeeFigures,
  employeesList,
  findEmployeeOptions,
  listCenterOptions,
} from '#app/employees/queries/list_employees'
import { scopedEmployee } from '#app/employees/scoped'
import { createEmployeeValidator, employeeDataValidator } from '#app/employees/validators/employee_validator'
import { employeeWorkflow } from '#app/employees/workflows/employee_workflow'
import { actorOf } from '#app/identity/http/request_origin'
import { assertCompany, limitToScope, scopeOf } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { exportDeclared } from '#app/kernel/http/export_list'
import { listRequest, searchText } from '#app/kernel/http/list_request'
import { QueryFilters } from '#app/kernel/http/query_filters'
import { type Filter, listOf } from '#app/kernel/lists/listing'
import { calendarDate } from '#app/kernel/time/calendar_date'

export default class EmployeesController {
  async index(ctx: HttpContext) {
    const filter = indexFilter(ctx)
    const request = listRequest(ctx, employeesList.definition)
    if (await exportDeclared(ctx, employeesList, { request, filter })) return
    const scope: Filter = { where: [], bindings: {} }
    limitToScope(ctx, 'e.site_id', scope)
    const [employees, centers] = await Promise.all([
      listOf(employeesList, request, filter),
      listCenterOptions(scopeOf(ctx)),
    ])
    return ctx.inertia.render('employees/employees/index', {
      employees,
      // Counted over everybody: the list does not wait for it.
      figures: ctx.inertia.defer(() => employeeFigures(scope), { rescue: true }),
      centers,
      states: Object.entries(employeeWorkflow.states).map(([value, { label }]) => ({ value, label })),
    })
  }

  /** Employees for pickers. */
  async options(ctx: HttpContext) {
    const siteId = Number((ctx.request.qs() as Record<string, unknown>).site_id)
    return ctx.response.send({
      data: await findEmployeeOptions(searchText(ctx), {
        scope: scopeOf(ctx),
        siteId: Number.isSafeInteger(siteId) && siteId > 0 ? siteId : null,
      }),
    })
  }

  async store(ctx: HttpContext) {
    const given = await ctx.request.validateUsing(createEmployeeValidator)
    await assertCompany(ctx, given.site_id)
    const { code } = await createEmployee(
      {
        siteId: given.site_id,
        firstName: given.first_name,
        lastName: given.last_name,
        taxId: given.tax_id,
        startedOn: calendarDate(given.started_on),
        iban: given.iban || null,
        email: given.email ?? null,
        position: given.position ?? null,
      },
      actorOf(ctx)
    )
    ctx.session.flash('success', `${given.first_name} ${given.last_name} creado con el código ${code}.`)
    return ctx.response.redirect().withQs().back()
  }

  async edit(ctx: HttpContext) {
    const employee = await scopedEmployee(ctx)
    return ctx.inertia.render(
      'employees/employees/edit',
      await employeePage(employee, requireSignedIn(ctx).user)
    )
  }

  async update(ctx: HttpContext) {
    const employee = await scopedEmployee(ctx)
    const given = await ctx.request.validateUsing(employeeDataValidator)
    await updateEmployee(
      employee.id,
      {
        code: given.code,
        firstName: given.first_name,
        lastName: given.last_name,
        taxId: given.tax_id,
        socialSecurityNo: given.social_security_no ?? null,
        birthDate: given.birth_date ? calendarDate(given.birth_date) : null,
        email: given.email ?? null,
        phone: given.phone ?? null,
        address: given.address ?? null,
        userId: given.user_id ?? null,
        lockVersion: given.lock_version,
      },
      actorOf(ctx)
    )
    ctx.session.flash('success', 'Cambios guardados.')
    return ctx.response.redirect().withQs().back()
  }
}

function indexFilter(ctx: HttpContext): Filter {
  const filters = new QueryFilters(ctx)
    .keys('site_ids', 'e.site_id')
    .keys('center_id', 'e.center_id')
    .oneOf('status', 'e.status', Object.keys(employeeWorkflow.states))
  const bank = BANK_FILTERS[String((ctx.request.qs() as Record<string, unknown>).bank ?? '')]
  if (bank) filters.add(bank)
  filters.words(searchText(ctx), 'e.search_text')
  limitToScope(ctx, 'e.site_id', filters.filter)
  return filters.filter
}
