import type { HttpContext } from '@adonisjs/core/http'
import Employee from '#app/employees/models/employee'
import { assertInScope } from '#app/identity/http/scope'
import { NotFound } from '#app/kernel/http/access_denied'

/** The employee of the route; 404 outside the caller's companies. */
export async function scopedEmployee(ctx: HttpContext): Promise<Employee> {
  const employee = await Employee.find(Number(ctx.params.id))
  if (!employee) throw new NotFound()
  assertInScope(ctx, employee.siteId)
  return employee
}

/** The manager that a form names: one outside the caller's companies stays only if it was there already. */
export async function scopedManager(
  ctx: HttpContext,
  employee: Employee,
  managerId: number | null
): Promise<number | null> {
  if (managerId === null || managerId === employee.managerId) return managerId
  const manager = await Employee.find(managerId)
  if (!manager) throw new NotFound()
  assertInScope(ctx, manager.siteId)
  return managerId
}
