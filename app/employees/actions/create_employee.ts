import type { Actor } from '#app/audit/record_event'
import { type Inserted, insertEmployees } from '#app/employees/actions/insert_employees'
import { lockStaffOf } from '#app/employees/actions/lock_employee'
import { refuseListed } from '#app/employees/actions/refuse_listed'
import { refuseTakenTaxId } from '#app/employees/actions/refuse_taken'
import { checkedTaxId, refuseUnlikelyStart } from '#app/employees/employee_rules'
import { inTransaction, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { isValidIban, normalizeIban } from '#app/kernel/identifiers/iban'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

export type NewEmployee = {
  siteId: number
  firstName: string
  lastName: string
  taxId: string
  startedOn: CalendarDate
  iban: string | null
  email: string | null
  position: string | null
}

/**
 * Takes somebody on, with the code that comes next in the company and, when an IBAN is given, a bank detail that another
 * person verifies. Throws at `tax_id`, `site_id`, `started_on` and `iban`.
 */
export async function createEmployee(given: NewEmployee, actor: Actor): Promise<Inserted> {
  const taxId = checkedTaxId(given.taxId)
  refuseUnlikelyStart(given.startedOn)
  const iban = given.iban === null ? null : normalizeIban(given.iban)
  if (iban !== null && !isValidIban(iban))
    throw new DomainError('E_IBAN', 'El IBAN no es válido.', { field: 'iban' })
  return inTransaction(async (trx) => {
    await refuseClosedSite(given.siteId, trx)
    await lockStaffOf(given.siteId, trx)
    await refuseTakenTaxId({ siteId: given.siteId, taxId, except: null }, trx)
    if (iban !== null) await refuseListed(iban, { point: 'employee_bank.create', actor }, trx)
    const [made] = await insertEmployees(
      given.siteId,
      [
        {
          ...given,
          taxId,
          iban,
          firstName: given.firstName.trim(),
          lastName: given.lastName.trim(),
          code: null,
          socialSecurityNo: null,
          birthDate: null,
          phone: null,
          department: null,
          centerId: null,
        },
      ],
      actor,
      trx
    )
    if (!made) throw new Error('The employee was not inserted')
    return made
  })
}

/** An archived company takes nobody on. */
async function refuseClosedSite(siteId: number, trx: Transaction): Promise<void> {
  const open = await row(
    `select 1 as found from sites where id = :siteId and status <> 'archived' for share`,
    { siteId },
    trx
  )
  if (!open)
    throw new DomainError('E_SITE', 'La empresa está archivada: no admite altas.', { field: 'site_id' })
}
