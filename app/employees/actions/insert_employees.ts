import { type Actor, recordEvents } from '#app/audit/record_event'
import { tellNewBanks } from '#app/employees/actions/tell_new_bank'
import { execute, oneRow, rows, type Transaction } from '#app/kernel/database/sql'
import { ibanBankName, maskIban } from '#app/kernel/identifiers/iban'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** An employee whose data have been checked; `code` null gets the next one of the company. */
export type CheckedEmployee = {
  siteId: number
  code: string | null
  firstName: string
  lastName: string
  taxId: string
  socialSecurityNo: string | null
  birthDate: CalendarDate | null
  email: string | null
  phone: string | null
  position: string | null
  department: string | null
  centerId: number | null
  startedOn: CalendarDate
  iban: string | null
}

export type Inserted = { id: number; code: string }

/**
 * Writes employees of one company, each with the period that begins and, where there is an IBAN, a bank detail that
 * waits for somebody to verify it; the staff of the company is locked already. Gives their keys in the same order.
 */
export async function insertEmployees(
  siteId: number,
  employees: readonly CheckedEmployee[],
  actor: Actor,
  trx: Transaction
): Promise<Inserted[]> {
  const inserted = await insertPeople(siteId, employees, actor, trx)
  const made = inserted.map(
    (person, index) => ({ ...person, ...employees[index] }) as Inserted & CheckedEmployee
  )
  await execute(
    `insert into employee_periods (employee_id, started_on, created_by)
     select id, started_on, :userId from employees where id = any(:ids::bigint[])`,
    { userId: actor.userId, ids: inserted.map(({ id }) => id) },
    trx
  )
  await recordEvents(
    made.map(({ id, startedOn, code }) => ({
      actor,
      objectType: 'employee',
      objectId: id,
      siteId,
      event: 'employee.created',
      to: 'active',
      diff: { code: [null, code], startedOn: [null, startedOn] },
    })),
    trx
  )
  await insertFirstBanks(siteId, made, actor, trx)
  return inserted
}

async function insertPeople(
  siteId: number,
  employees: readonly CheckedEmployee[],
  actor: Actor,
  trx: Transaction
): Promise<Inserted[]> {
  const codes = await codesFor(siteId, employees, trx)
  const given = employees.map((employee, index) => ({
    code: codes[index],
    first_name: employee.firstName,
    last_name: employee.lastName,
    tax_id: employee.taxId,
    social_security_no: employee.socialSecurityNo,
    birth_date: employee.birthDate,
    email: employee.email,
    phone: employee.phone,
    position: employee.position,
    department: employee.department,
    center_id: employee.centerId,
    started_on: employee.startedOn,
  }))
  const found = await rows<Inserted>(
    `insert into employees (site_id, code, first_name, last_name, tax_id, social_security_no, birth_date, email, phone, position, department, center_id, started_on, created_by)
     select :siteId, g.code, g.first_name, g.last_name, g.tax_id, g.social_security_no, g.birth_date, g.email, g.phone, g.position, g.department, g.center_id, g.started_on, :userId
       from jsonb_to_recordset(:given::jsonb) as g(code text, first_name text, last_name text, tax_id text, social_security_no text, birth_date date,
         email text, phone text, position text, department text, center_id bigint, started_on date)
     returning id, code`,
    { siteId, given: JSON.stringify(given), userId: actor.userId },
    trx
  )
  const byCode = new Map(found.map((person) => [person.code, person]))
  return codes.map((code) => {
    const person = byCode.get(code)
    if (!person) throw new Error(`The employee ${code} was not inserted`)
    return person
  })
}

/** The codes given, and «E0001» and on for those without one. */
async function codesFor(
  siteId: number,
  employees: readonly CheckedEmployee[],
  trx: Transaction
): Promise<string[]> {
  const { last } = await oneRow<{ last: number }>(
    `select coalesce(max(substr(code, 2)::bigint), 0)::int as last from employees where site_id = :siteId and code ~ '^E[0-9]{1,8}$'`,
    { siteId },
    trx
  )
  const taken = new Set(employees.map(({ code }) => code))
  let next = last
  return employees.map(({ code }) => {
    if (code !== null) return code
    do next++
    while (taken.has(codeOf(next)))
    return codeOf(next)
  })
}

const codeOf = (number: number) => `E${String(number).padStart(4, '0')}`

async function insertFirstBanks(
  siteId: number,
  made: readonly (Inserted & CheckedEmployee)[],
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const given = made.flatMap(({ id, iban, firstName, lastName }) =>
    iban === null
      ? []
      : [{ employee_id: id, iban, bank_name: ibanBankName(iban), holder_name: `${firstName} ${lastName}` }]
  )
  if (given.length === 0) return
  await execute(
    `insert into employee_banks (employee_id, iban, bank_name, holder_name, is_default, created_by, last_changed_by)
     select g.employee_id, g.iban, g.bank_name, g.holder_name, true, :userId, :userId
       from jsonb_to_recordset(:given::jsonb) as g(employee_id bigint, iban text, bank_name text, holder_name text)`,
    { given: JSON.stringify(given), userId: actor.userId },
    trx
  )
  await recordEvents(
    given.map(({ employee_id: objectId, iban }) => ({
      actor,
      objectType: 'employee',
      objectId,
      siteId,
      event: 'employee_bank.added',
      diff: { iban: [null, maskIban(iban)] },
    })),
    trx
  )
  await tellNewBanks(
    given.map(({ employee_id: employeeId, iban }) => ({ employeeId, iban })),
    trx
  )
}
