import { addBank } from '#app/employees/actions/add_bank'
import { createEmployee, type NewEmployee } from '#app/employees/actions/create_employee'
import { socialSecurityControl } from '#app/kernel/identifiers/personal_id'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { makeIban } from '#tests/factories/books'
import type { Person } from '#tests/factories/people'
import { uniqueNumber } from '#tests/factories/unique_numbers'

let sequence = 0

/** A DNI with its letter that no other call of this run gets. */
export function makeDni(): string {
  const digits = String(uniqueNumber(100_000_000)).padStart(8, '0')
  return digits + 'TRWAGMYFPDXBNJZSQVHLCKE'.charAt(Number(digits) % 23)
}

/** A number of the Social Security of Madrid with its control digits. */
export function makeSocialSecurityNo(): string {
  sequence++
  const person = String(10_000_000 + sequence)
  return `28${person}${socialSecurityControl('28', person)}`
}

export type TestEmployee = { id: number; code: string; taxId: string; siteId: number }

/** «Lucía Romero Gil», at work since 2025-03-01, without an account unless told. */
export async function makeEmployee(
  siteId: number,
  person: Person,
  given: Partial<NewEmployee> = {}
): Promise<TestEmployee> {
  const taxId = given.taxId ?? makeDni()
  const made = await createEmployee(
    {
      siteId,
      firstName: 'Lucía',
      lastName: 'Romero Gil',
      taxId,
      startedOn: calendarDate('2025-03-01'),
      iban: null,
      email: 'lucia.romero@prueba.test',
      position: 'Recepcionista',
      ...given,
    },
    person.actor
  )
  return { ...made, taxId, siteId }
}

/** An account of «Lucía Romero Gil» that waits for verification. */
export async function makeEmployeeBank(employeeId: number, person: Person) {
  const iban = makeIban()
  const bankId = await addBank(
    { employeeId, iban, bic: null, holderName: 'Lucía Romero Gil', isConfirmed: false },
    person.actor
  )
  return { employeeId, bankId, iban }
}
