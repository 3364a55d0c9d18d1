import { type Actor, recordEvent } from '#app/audit/record_event'
import type Employee from '#app/employees/models/employee'
import { inTransaction, oneRow, row } from '#app/kernel/database/sql'
import { formatIban, maskIban } from '#app/kernel/identifiers/iban'
import { decimalText } from '#app/kernel/money/money'

/** Pay as its form keeps it: amounts and percent as text, empty for none. */
export type ShownSalary = {
  grossYearly: string
  netMonthly: string
  paymentsPerYear: string
  irpfPercent: string
  lockVersion: number
}

/** What an employee is paid; that somebody looked stays on record (area 03 §3). */
export function revealSalary(employee: Employee, actor: Actor): Promise<ShownSalary> {
  return inTransaction(async (trx) => {
    const pay = await oneRow<{
      grossYearlyMinor: number | null
      netMonthlyMinor: number | null
      paymentsPerYear: number
      irpfPercent: string | null
      lockVersion: number
    }>(
      `select gross_yearly_minor, net_monthly_minor, payments_per_year, irpf_percent, lock_version from employees where id = :id`,
      { id: employee.id },
      trx
    )
    await recordEvent({ ...aboutOf(employee, actor), event: 'employee.salary_viewed' }, trx)
    const euro = (minor: number | null) => (minor === null ? '' : decimalText(minor))
    return {
      grossYearly: euro(pay.grossYearlyMinor),
      netMonthly: euro(pay.netMonthlyMinor),
      paymentsPerYear: String(pay.paymentsPerYear),
      irpfPercent: pay.irpfPercent?.replace('.', ',') ?? '',
      lockVersion: pay.lockVersion,
    }
  })
}

/** The whole IBAN of a bank detail, null when it is none of this employee's; that somebody looked stays on record. */
export function revealIban(employee: Employee, bankId: number, actor: Actor): Promise<string | null> {
  return inTransaction(async (trx) => {
    const bank = await row<{ iban: string }>(
      `select iban from employee_banks where id = :bankId and employee_id = :id and iban is not null`,
      { bankId, id: employee.id },
      trx
    )
    if (!bank) return null
    const diff: Record<string, [unknown, unknown]> = { iban: [null, maskIban(bank.iban)] }
    await recordEvent({ ...aboutOf(employee, actor), event: 'employee.iban_viewed', diff }, trx)
    return formatIban(bank.iban)
  })
}

const aboutOf = ({ id, siteId }: Employee, actor: Actor) => ({
  actor,
  objectType: 'employee',
  objectId: id,
  siteId,
})
