import { test } from '@japa/runner'
import { anonymiseEmployees } from '#app/employees/actions/anonymise_employees'
import { addDocument } from '#app/employees/actions/documents'
import { rehireEmployee, terminateEmployee } from '#app/employees/actions/move_employee'
import { updateSalary } from '#app/employees/actions/update_salary'
import { findFile } from '#app/files/store_file'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { makeSite } from '#tests/factories/books'
import { makeUser } from '#tests/factories/people'
import { makeEmployee, makeEmployeeBank } from '#tests/factories/staff'

const ENDED = calendarDate('2026-03-31')
const REASON = 'Fin del contrato de Lucía'

async function gone() {
  const person = await makeUser('superC0ntab1l1dad')
  const { siteId } = await makeSite()
  const employee = await makeEmployee(siteId, person)
  const bank = await makeEmployeeBank(employee.id, person)
  await updateSalary(
    employee.id,
    {
      grossYearlyMinor: 2_400_000,
      netMonthlyMinor: 150_000,
      paymentsPerYear: 14,
      irpfPercent: '12.00',
      lockVersion: 1,
    },
    person.actor
  )
  await addDocument(
    employee.id,
    { kind: 'contract', name: 'Contrato Lucía Romero.pdf', bytes: Buffer.from('%PDF-1.7 contrato') },
    person.actor
  )
  const { fileId } = await oneRow<{ fileId: number }>(
    `select file_id from employee_documents where employee_id = :id`,
    { id: employee.id }
  )
  await terminateEmployee(employee.id, { endedOn: ENDED, hasSettlement: true, reason: REASON }, person.actor)
  return { person, employee, bank, fileId }
}

/** Everything that is kept about a person, as one text. */
async function keptOf(id: number): Promise<string> {
  const kept = await rows(
    `select to_jsonb(e) as it from employees e where id = :id
     union all select to_jsonb(b) from employee_banks b where employee_id = :id
     union all select to_jsonb(p) from employee_periods p where employee_id = :id
     union all select to_jsonb(m) from outgoing_mails m where object_type = 'employee' and object_id = :id
     union all select to_jsonb(d) from employee_documents d where employee_id = :id`,
    { id }
  )
  return JSON.stringify(kept)
}

test.group('Forgetting people who left', () => {
  test('six years and a day after the end nothing tells who they were; the days stay', async ({ assert }) => {
    const { employee, bank, fileId } = await gone()

    await anonymiseEmployees(calendarDate('2032-03-31'))
    assert.include(await keptOf(employee.id), employee.taxId)
    await anonymiseEmployees(calendarDate('2032-04-01'))

    const kept = await keptOf(employee.id)
    for (const trace of [
      'Lucía',
      'Romero',
      employee.taxId,
      'lucia.romero',
      bank.iban,
      '2400000',
      '150000',
      REASON,
    ])
      assert.notInclude(kept, trace)
    assert.include(kept, '2025-03-01')
    assert.include(kept, ENDED)
    assert.isNull(await findFile(fileId))
    const trail = JSON.stringify(
      await rows(`select * from audit_events where object_type = 'employee' and object_id = :id`, {
        id: employee.id,
      })
    )
    assert.include(trail, 'employee.anonymised')
    for (const trace of [employee.taxId, bank.iban, 'lucia.romero', '2400000', 'Contrato Lucía'])
      assert.notInclude(trail, trace)
  })

  test('it is done once, and not to who came back', async ({ assert }) => {
    const { person, employee } = await gone()
    await rehireEmployee(employee.id, { startedOn: calendarDate('2026-06-01'), reason: null }, person.actor)

    await anonymiseEmployees(calendarDate('2032-12-31'))

    assert.include(await keptOf(employee.id), employee.taxId)
    assert.equal(await anonymiseEmployees(calendarDate('2032-12-31')), 0)
  })

  test('who was forgotten is never changed again', async ({ assert }) => {
    const { person, employee } = await gone()
    await anonymiseEmployees(calendarDate('2032-04-01'))

    await assert.rejects(
      () =>
        rehireEmployee(employee.id, { startedOn: calendarDate('2032-06-01'), reason: null }, person.actor),
      /se han anonimizado/
    )
    await assert.rejects(
      () => execute(`update employees set first_name = 'Lucía' where id = :id`, { id: employee.id }),
      /employee_fixed/
    )
  })
})
