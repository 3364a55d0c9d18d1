import { test } from '@japa/runner'
import { addAbsence, cancelAbsence, endAbsence } from '#app/employees/actions/absences'
import { followCalendar } from '#app/employees/actions/follow_calendar'
import { cancelTermination, rehireEmployee, terminateEmployee } from '#app/employees/actions/move_employee'
import { employeeWorkflow } from '#app/employees/workflows/employee_workflow'
import { oneRow, rows } from '#app/kernel/database/sql'
import { addDays, calendarDate, today } from '#app/kernel/time/calendar_date'
import { makeSite } from '#tests/factories/books'
import { makeUser, type Person } from '#tests/factories/people'
import { makeEmployee, type TestEmployee } from '#tests/factories/staff'

const REASON = 'Fin del contrato temporal'

async function stage(): Promise<{ person: Person; employee: TestEmployee }> {
  const person = await makeUser('superC0ntab1l1dad')
  const { siteId } = await makeSite()
  return { person, employee: await makeEmployee(siteId, person) }
}

const stateOf = async ({ id }: TestEmployee) =>
  (await oneRow<{ status: string }>(`select status from employees where id = :id`, { id })).status

const trailOf = ({ id }: TestEmployee) =>
  rows<{
    event: string
    fromStatus: string | null
    toStatus: string | null
    reason: string | null
    userId: number | null
  }>(
    `select event, from_status, to_status, reason, user_id from audit_events where object_type = 'employee' and object_id = :id order by id`,
    { id }
  )

test.group('States of an employee', () => {
  test('every transition starts where the table says and nowhere else', ({ assert }) => {
    const open: string[] = []
    for (const state of ['active', 'leave', 'terminated'] as const)
      for (const transition of ['leave', 'return', 'terminate', 'rehire'] as const)
        if (employeeWorkflow.can(state, transition))
          open.push(`${state} ${transition} ${employeeWorkflow.next(state, transition)}`)

    assert.deepEqual(open, [
      'active leave leave',
      'active terminate terminated',
      'leave return active',
      'leave terminate terminated',
      'terminated rehire active',
    ])
  })

  test('who is away today is away at once, and back with who, from, to and why on record', async ({
    assert,
  }) => {
    const { person, employee } = await stage()
    const [start, day] = [addDays(today(), -3), today()]

    await addAbsence(employee.id, { startsOn: start, endsOn: null, reason: 'Permiso' }, person.actor)
    assert.equal(await stateOf(employee), 'leave')
    await assert.rejects(
      () => endAbsence(employee.id, { returnsOn: addDays(day, 1), reason: null }, person.actor),
      /no puede ser posterior a hoy/
    )
    await endAbsence(employee.id, { returnsOn: day, reason: 'Vuelve' }, person.actor)

    assert.equal(await stateOf(employee), 'active')
    const [, left, back] = await trailOf(employee)
    assert.deepInclude(left, {
      event: 'employee.leave',
      fromStatus: 'active',
      toStatus: 'leave',
      reason: 'Permiso',
      userId: person.id,
    })
    assert.deepInclude(back, {
      event: 'employee.return',
      fromStatus: 'leave',
      toStatus: 'active',
      reason: 'Vuelve',
    })
    const { endsOn } = await oneRow<{ endsOn: string }>(
      `select ends_on from employee_absences where employee_id = :id`,
      { id: employee.id }
    )
    assert.equal(endsOn, addDays(day, -1))
  })

  test('an absence to come begins on its first day and ends after its last', async ({ assert }) => {
    const { person, employee } = await stage()
    const first = addDays(today(), 5)
    const last = addDays(first, 2)
    await addAbsence(employee.id, { startsOn: first, endsOn: last, reason: null }, person.actor)
    const states: string[] = []

    for (const day of [addDays(first, -1), first, first, last, addDays(last, 1)]) {
      await followCalendar(day)
      states.push(await stateOf(employee))
    }

    assert.deepEqual(states, ['active', 'leave', 'leave', 'leave', 'active'])
    const made = (await trailOf(employee)).filter(({ userId }) => userId === null)
    assert.deepEqual(
      made.map(({ event }) => event),
      ['employee.leave', 'employee.return']
    )
  })

  test('an absence is refused outside the employment and over another, and can be taken back before it begins', async ({
    assert,
  }) => {
    const { person, employee } = await stage()
    const first = addDays(today(), 10)
    const add = (startsOn: typeof first, endsOn: typeof first | null) =>
      addAbsence(employee.id, { startsOn, endsOn, reason: null }, person.actor)

    await assert.rejects(() => add(calendarDate('2025-02-28'), null), /anterior al alta/)
    await assert.rejects(() => add(first, addDays(first, -1)), /anterior al primer día/)
    await add(first, addDays(first, 5))
    await assert.rejects(() => add(addDays(first, 5), null), /Coincide con la ausencia/)
    const { id } = await oneRow<{ id: number }>(`select id from employee_absences where employee_id = :id`, {
      id: employee.id,
    })
    await cancelAbsence({ employeeId: employee.id, absenceId: id }, person.actor)
    await assert.rejects(
      () => cancelAbsence({ employeeId: employee.id, absenceId: id }, person.actor),
      /no ha empezado/
    )
    await add(addDays(first, 5), null)
  })

  test('an end needs a reason and a day after the start', async ({ assert }) => {
    const { person, employee } = await stage()
    const end = (day: string, reason: string | null) =>
      terminateEmployee(
        employee.id,
        { endedOn: calendarDate(day), hasSettlement: true, reason },
        person.actor
      )

    await assert.rejects(() => end('2025-02-28', REASON), 'La fecha de baja no puede ser anterior al alta.')
    await assert.rejects(() => end('2025-06-30', ' no '), 'Indique el motivo con al menos 5 letras.')
    await end('2025-06-30', REASON)

    assert.equal(await stateOf(employee), 'terminated')
    await assert.rejects(() => end('2025-07-31', REASON), /No se puede «Dar de baja»/)
  })

  test('an end to come takes place on its day unless it is taken back', async ({ assert }) => {
    const { person, employee } = await stage()
    const last = addDays(today(), 20)
    const end = () =>
      terminateEmployee(employee.id, { endedOn: last, hasSettlement: true, reason: REASON }, person.actor)

    await end()
    assert.equal(await stateOf(employee), 'active')
    await cancelTermination(employee.id, 'Se queda', person.actor)
    await followCalendar(last)
    assert.equal(await stateOf(employee), 'active')
    await end()
    await followCalendar(addDays(last, -1))
    assert.equal(await stateOf(employee), 'active')
    await followCalendar(last)

    assert.equal(await stateOf(employee), 'terminated')
    const last_event = (await trailOf(employee)).at(-1)
    assert.deepInclude(last_event, { event: 'employee.terminate', reason: REASON, userId: null })
  })

  test('an end cuts the absences that would outlast it', async ({ assert }) => {
    const { person, employee } = await stage()
    const day = today()
    await addAbsence(employee.id, { startsOn: addDays(day, -5), endsOn: null, reason: null }, person.actor)

    await terminateEmployee(employee.id, { endedOn: day, hasSettlement: false, reason: REASON }, person.actor)

    const { endsOn } = await oneRow<{ endsOn: string }>(
      `select ends_on from employee_absences where employee_id = :id`,
      { id: employee.id }
    )
    assert.equal(endsOn, day)
    assert.equal(await stateOf(employee), 'terminated')
  })

  test('who comes back begins a new period after the last; the old one stays', async ({ assert }) => {
    const { person, employee } = await stage()
    await terminateEmployee(
      employee.id,
      { endedOn: calendarDate('2025-10-31'), hasSettlement: true, reason: REASON },
      person.actor
    )
    const rehire = (day: string) =>
      rehireEmployee(employee.id, { startedOn: calendarDate(day), reason: 'Temporada' }, person.actor)

    await assert.rejects(() => rehire('2025-10-31'), /posterior a la última baja \(31\/10\/2025\)/)
    await rehire('2026-03-15')

    assert.equal(await stateOf(employee), 'active')
    const periods = await rows(
      `select started_on, ended_on, has_settlement from employee_periods where employee_id = :id order by started_on`,
      { id: employee.id }
    )
    assert.deepEqual(periods, [
      { startedOn: '2025-03-01', endedOn: '2025-10-31', hasSettlement: true },
      { startedOn: '2026-03-15', endedOn: null, hasSettlement: false },
    ])
  })

  test('nobody is taken back while somebody with the same DNI works there', async ({ assert }) => {
    const { person, employee } = await stage()
    await terminateEmployee(
      employee.id,
      { endedOn: calendarDate('2025-10-31'), hasSettlement: true, reason: REASON },
      person.actor
    )
    await makeEmployee(employee.siteId, person, { taxId: employee.taxId })

    await assert.rejects(
      () =>
        rehireEmployee(employee.id, { startedOn: calendarDate('2026-03-15'), reason: null }, person.actor),
      /Ya existe un empleado activo con este DNI en Empresa de prueba/
    )
  })

  test('the same person entered by two people at once is taken on once', async ({ assert }) => {
    const person = await makeUser('superC0ntab1l1dad')
    const { siteId } = await makeSite()
    const { taxId } = await makeEmployee((await makeSite()).siteId, person)

    const outcomes = await Promise.allSettled([1, 2, 3].map(() => makeEmployee(siteId, person, { taxId })))

    assert.lengthOf(
      outcomes.filter(({ status }) => status === 'fulfilled'),
      1
    )
    const others = await Promise.all([1, 2, 3].map(() => makeEmployee(siteId, person)))
    assert.sameMembers(
      others.map(({ code }) => code),
      ['E0002', 'E0003', 'E0004']
    )
  })
})
