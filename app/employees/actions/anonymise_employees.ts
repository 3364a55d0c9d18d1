import { recordEvent, SYSTEM } from '#app/audit/record_event'
import { forgetDocuments } from '#app/employees/actions/documents'
import { deleteBytes } from '#app/files/store_file'
import { execute, inTransaction, row, rows, type Transaction } from '#app/kernel/database/sql'
import { addMonths, type CalendarDate, today } from '#app/kernel/time/calendar_date'

/** Years that records of an employment are kept after its end (art. 30 of the Código de Comercio). */
const KEPT_YEARS = 6
const BATCH = 500

/**
 * Forgets who the people were whose last employment ended more than six years ago: names, numbers, contact, pay, IBANs,
 * papers and the mails to them. Days, company and centre stay, so that the figures of those years still add up. Gives
 * how many were forgotten, at most 500 at a time.
 */
export async function anonymiseEmployees(day: CalendarDate = today()): Promise<number> {
  const before = addMonths(day, -12 * KEPT_YEARS)
  const due = await rows<{ id: number }>(
    `select id from employees where status = 'terminated' and ended_on < :before and anonymised_at is null order by ended_on, id limit ${BATCH}`,
    { before }
  )
  let forgotten = 0
  for (const { id } of due) {
    const keys = await inTransaction((trx) => anonymiseOne(id, before, trx))
    for (const key of keys ?? []) await deleteBytes(key)
    if (keys) forgotten++
  }
  return forgotten
}

/** Gives the keys of the bytes that go too; null when the person came back meanwhile. */
async function anonymiseOne(id: number, before: CalendarDate, trx: Transaction): Promise<string[] | null> {
  const found = await row<{ siteId: number }>(
    `select site_id from employees where id = :id and status = 'terminated' and ended_on < :before and anonymised_at is null for update`,
    { id, before },
    trx
  )
  if (!found) return null
  const keys = await forgetDocuments(id, trx)
  await execute(
    `update employee_banks set iban = null, bic = null, bank_name = null, holder_name = 'Anonimizado', is_default = false, anonymised_at = now(),
        disabled_at = coalesce(disabled_at, now()) where employee_id = :id and anonymised_at is null`,
    { id },
    trx
  )
  await execute(`delete from outgoing_mails where object_type = 'employee' and object_id = :id`, { id }, trx)
  await execute(
    `update employee_periods set reason = null where employee_id = :id and reason is not null`,
    { id },
    trx
  )
  await execute(
    `update employees set first_name = 'Persona', last_name = 'anonimizada', tax_id = null, social_security_no = null, birth_date = null, email = null,
        phone = null, address = null, gross_yearly_minor = null, net_monthly_minor = null, irpf_percent = null, user_id = null, end_reason = null,
        anonymised_at = now(), lock_version = lock_version + 1 where id = :id`,
    { id },
    trx
  )
  await recordEvent(
    {
      actor: SYSTEM,
      objectType: 'employee',
      objectId: id,
      siteId: found.siteId,
      event: 'employee.anonymised',
    },
    trx
  )
  return keys
}
