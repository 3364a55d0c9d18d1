import { findEmployeeOptions } from '#app/employees/queries/list_employees'
import { row } from '#app/kernel/database/sql'

export type StaffClaimant = {
  employeeId: number
  siteId: number
  name: string
  taxId: string
  email: string | null
}

/** An employee who asks for their expenses, by their key or that of the user they are; null for nobody, or without a NIF. */
export function findStaffClaimant(
  wanted: { employeeId: number } | { userId: number }
): Promise<StaffClaimant | null> {
  const [column, id] =
    'employeeId' in wanted ? (['id', wanted.employeeId] as const) : (['user_id', wanted.userId] as const)
  return row<StaffClaimant>(
    `select id as employee_id, site_id, first_name || ' ' || last_name as name, tax_id::text, email::text from employees
      where ${column} = :id and anonymised_at is null and tax_id is not null order by (status <> 'terminated') desc, id limit 1`,
    { id }
  )
}

/** People at work by code or name, of these companies. */
export const listClaimants = (text: string, scope: number[] | 'all') =>
  findEmployeeOptions(text, { scope, siteId: null })
