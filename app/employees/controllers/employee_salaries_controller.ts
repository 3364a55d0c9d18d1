import type { HttpContext } from '@adonisjs/core/http'
import { revealIban, revealSalary } from '#app/employees/actions/reveal'
import { updateSalary } from '#app/employees/actions/update_salary'
import { scopedEmployee } from '#app/employees/scoped'
import { revealValidator, salaryValidator } from '#app/employees/validators/employee_validator'
import { actorOf } from '#app/identity/http/request_origin'
import { NotFound } from '#app/kernel/http/access_denied'

/** Pay and whole bank accounts: shown one at a time, on request, and every look is on record. */
export default class EmployeeSalariesController {
  async show(ctx: HttpContext) {
    const employee = await scopedEmployee(ctx)
    const { what, bank_id: bankId } = await ctx.request.validateUsing(revealValidator)
    ctx.response.header('cache-control', 'private, no-store')
    if (what === 'salary') return ctx.response.send({ data: await revealSalary(employee, actorOf(ctx)) })
    const iban = await revealIban(employee, bankId ?? 0, actorOf(ctx))
    if (iban === null) throw new NotFound()
    return ctx.response.send({ data: { iban } })
  }

  async update(ctx: HttpContext) {
    const employee = await scopedEmployee(ctx)
    const given = await ctx.request.validateUsing(salaryValidator)
    await updateSalary(
      employee.id,
      {
        grossYearlyMinor: given.gross_yearly ?? null,
        netMonthlyMinor: given.net_monthly ?? null,
        paymentsPerYear: given.payments_per_year === '12' ? 12 : 14,
        irpfPercent:
          given.irpf_percent === null || given.irpf_percent === undefined
            ? null
            : given.irpf_percent.toFixed(2),
        lockVersion: given.lock_version,
      },
      actorOf(ctx)
    )
    ctx.session.flash('success', 'Salario guardado.')
    return ctx.response.redirect().withQs().back()
  }
}
