import type { Actor } from '#app/audit/record_event'
import type { Affected } from '#app/blacklist/sweepers'
import { lockBank, recordBankChange } from '#app/employees/actions/bank_history'
import { lockEmployee } from '#app/employees/actions/lock_employee'
import { execute, inTransaction, rows } from '#app/kernel/database/sql'
import { maskIban } from '#app/kernel/identifiers/iban'

/** Accounts in use that are listed become «Lista negra», those that were there before it too. Gives how many. */
export async function sweepListedBanks(_entryIds: number[], actor: Actor): Promise<number> {
  const listed = await rows<{ id: number; employeeId: number }>(
    `select b.id, b.employee_id from employee_banks b join employees e on e.id = b.employee_id cross join lateral iban_listing(b.iban) l
      where b.iban is not null and b.disabled_at is null and b.verification <> 'blacklisted' and e.anonymised_at is null and l.severity = 'block' order by b.employee_id, b.id`
  )
  for (const { id, employeeId } of listed)
    await inTransaction(async (trx) => {
      const employee = await lockEmployee(employeeId, trx)
      const bank = await lockBank(employeeId, id, trx)
      await execute(
        `update employee_banks set verification = 'blacklisted', is_default = false, payable_from = null, last_changed_by = :userId where id = :id`,
        { id, userId: actor.userId },
        trx
      )
      await recordBankChange(employee, bank, 'employee_bank.blacklisted', actor, trx)
    })
  return listed.length
}

/** Employees of the reader's companies that an entry reaches. */
export async function affectedBanks(like: string, scope: number[] | 'all'): Promise<Affected[]> {
  const found = await rows<{ employeeId: number; name: string; iban: string }>(
    `select b.employee_id, e.full_name as name, b.iban from employee_banks b join employees e on e.id = b.employee_id
      where b.iban like :like and b.disabled_at is null and (:all or e.site_id = any(:ids::bigint[])) order by e.full_name limit 100`,
    { like, all: scope === 'all', ids: scope === 'all' ? [] : scope }
  )
  return found.map(({ employeeId, name, iban }) => ({
    kind: 'Cuenta de empleado',
    label: name,
    detail: maskIban(iban),
    href: `/employees/${employeeId}/edit?tab=banks`,
  }))
}
