import type { SessionData } from '@adonisjs/session/types'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { updateSalary } from '#app/employees/actions/update_salary'
import { ROLES } from '#app/identity/roles'
import { execute, oneRow, row, rows } from '#app/kernel/database/sql'
import { formatIban, maskIban } from '#app/kernel/identifiers/iban'
import { maskTaxId } from '#app/kernel/identifiers/personal_id'
import { addDays, calendarDate, today } from '#app/kernel/time/calendar_date'
import { makeIban, makeSite } from '#tests/factories/books'
import { makeUser } from '#tests/factories/people'
import { makeSignedIn } from '#tests/factories/sign_in'
import { makeDni, makeEmployee, makeEmployeeBank, makeSocialSecurityNo } from '#tests/factories/staff'
import { fieldErrors } from '#tests/identity/field_errors'

const send = (client: ApiClient, method: string, path: string, session: SessionData, body: object = {}) =>
  client
    .request(path, method)
    .withSession(session)
    .withCsrfToken()
    .redirects(0)
    .header('referer', '/employees')
    .json(body)

const open = (client: ApiClient, path: string, session: SessionData) =>
  client.get(path).withSession(session).withInertia()

const newcomer = (siteId: number) => ({
  first_name: 'Íñigo',
  last_name: 'Peña Ruiz',
  tax_id: makeDni(),
  site_id: siteId,
  started_on: '2026-01-15',
  iban: null,
  email: 'inigo@prueba.test',
  position: 'Cocinero',
})

type Listed = { employees: { rows: { id: number; code: string; taxId: string }[]; total: number } }

const listed = async (client: ApiClient, query: string, session: SessionData) =>
  ((await open(client, `/employees?${query}`, session)).inertiaProps as Listed).employees

test.group('Employees over HTTP', () => {
  test('S, A and SC read them; accounting and administration get 403', async ({ assert, client }) => {
    const { siteId } = await makeSite()
    const { id } = await makeEmployee(siteId, await makeUser('s1st3ma'))
    for (const path of [
      '/employees',
      `/employees/${id}/edit`,
      '/employees?export=csv',
      '/employees/options',
    ]) {
      const statuses: number[] = []
      for (const role of ROLES)
        statuses.push((await open(client, path, (await makeSignedIn(role)).session)).status())
      assert.deepEqual(statuses, [200, 200, 200, 403, 403], path)
    }
  })

  test('an employee outside the scope answers 404, read or written, and is in no list, picker or export', async ({
    assert,
    client,
  }) => {
    const person = await makeUser('s1st3ma')
    const [own, other] = [await makeSite(), await makeSite()]
    const mine = await makeEmployee(own.siteId, person)
    const foreign = await makeEmployee(other.siteId, person)
    const { bankId } = await makeEmployeeBank(foreign.id, person)
    const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [own.siteId] })
    const at = `/employees/${foreign.id}`
    await execute(`update user_sessions set step_up_at = now() where user_id = (select max(id) from users)`)

    for (const [method, path, body] of [
      ['GET', `${at}/edit`, {}],
      ['PUT', at, {}],
      ['PUT', `${at}/contract`, {}],
      ['PUT', `${at}/salary`, {}],
      ['POST', `${at}/reveal`, { what: 'salary' }],
      ['POST', `${at}/absences`, {}],
      ['PUT', `${at}/absences`, {}],
      ['DELETE', `${at}/absences/1`, {}],
      ['POST', `${at}/termination`, {}],
      ['PUT', `${at}/termination`, {}],
      ['DELETE', `${at}/termination`, {}],
      ['POST', `${at}/banks`, {}],
      ['POST', `${at}/banks/${bankId}/verification`, {}],
      ['DELETE', `${at}/banks/${bankId}/verification`, {}],
      ['DELETE', `${at}/banks/${bankId}`, {}],
      ['PATCH', `${at}/banks/${bankId}/default`, {}],
      ['POST', '/employees', newcomer(other.siteId)],
    ] as const) {
      const response =
        method === 'GET' ? await open(client, path, session) : await send(client, method, path, session, body)
      assert.equal(response.status(), 404, `${method} ${path}`)
    }

    assert.deepEqual(
      (await listed(client, '', session)).rows.map(({ id }) => id),
      [mine.id]
    )
    assert.lengthOf((await listed(client, `site_ids[]=${other.siteId}`, session)).rows, 0)
    const figures = await client
      .get('/employees')
      .withSession(session)
      .withInertiaPartialReload('employees/employees/index', ['figures'])
    assert.equal((figures.inertiaProps as { figures: { active: number } }).figures.active, 1)
    const file = await client.get('/employees?export=csv').withSession(session)
    assert.notInclude(file.text(), maskTaxId(foreign.taxId))
    const options = await client.get('/employees/options?q=romero').withSession(session)
    assert.deepEqual(
      (options.body() as { data: { value: string }[] }).data.map(({ value }) => value),
      [String(mine.id)]
    )
  })

  test('the list finds by company, state, centre, account and text, and shows four digits of a DNI', async ({
    assert,
    client,
  }) => {
    const person = await makeUser('s1st3ma')
    const [one, two] = [await makeSite(), await makeSite()]
    const first = await makeEmployee(one.siteId, person, {
      firstName: 'Ángela',
      lastName: 'Muñoz',
      // Behind the other one by what they do.
      position: 'Socorrista',
    })
    const second = await makeEmployee(two.siteId, person)
    await makeEmployeeBank(second.id, person)
    const { id: centerId } = await oneRow<{ id: number }>(
      `insert into site_centers (site_id, code, name) values (:siteId, 'CEN', 'Centro') returning id`,
      { siteId: one.siteId }
    )
    await execute(`update employees set center_id = :centerId where id = :id`, { centerId, id: first.id })
    const { session } = await makeSignedIn('aprobador', { siteIds: [one.siteId, two.siteId] })
    const found = async (query: string) => (await listed(client, query, session)).rows.map(({ id }) => id)

    assert.deepEqual(await found(''), [first.id, second.id])
    assert.deepEqual(await found('sort=-name'), [second.id, first.id])
    assert.deepEqual(await found(`site_ids[]=${one.siteId}`), [first.id])
    assert.deepEqual(await found(`center_id=${centerId}`), [first.id])
    assert.deepEqual(await found('bank=unverified'), [second.id])
    assert.deepEqual(await found('bank=none'), [first.id])
    assert.deepEqual(await found('status[]=leave'), [])
    assert.deepEqual(await found('q=munoz+angela'), [first.id])
    assert.deepEqual(await found(`q=${first.taxId}`), [first.id])
    const [shown] = (await listed(client, `site_ids[]=${one.siteId}`, session)).rows
    assert.equal(shown?.taxId, maskTaxId(first.taxId))
    const file = await client.get('/employees?export=csv').withSession(session)
    assert.include(file.text(), 'Muñoz, Ángela')
    assert.notInclude(file.text(), first.taxId)
  })

  test('a new one has the next code, a period, an account to verify; each wrong field says what is wrong', async ({
    assert,
    client,
  }) => {
    const site = await makeSite()
    const { session, person } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [site.siteId] })
    const base = { ...newcomer(site.siteId), iban: makeIban() }
    const errorsOf = async (change: object) =>
      fieldErrors(await send(client, 'POST', '/employees', session, { ...base, ...change }))

    assert.deepEqual(await errorsOf({ tax_id: '12345678A' }), { tax_id: 'El DNI/NIE no es válido.' })
    assert.deepEqual(await errorsOf({ tax_id: 'B12345674' }), { tax_id: 'El DNI/NIE no es válido.' })
    assert.deepEqual(await errorsOf({ iban: 'ES9121000418450200051333' }), { iban: 'El IBAN no es válido.' })
    assert.deepEqual(await errorsOf({ email: 'no' }), { email: 'Introduzca un correo electrónico válido.' })
    assert.sameMembers(Object.keys(fieldErrors(await send(client, 'POST', '/employees', session, {}))), [
      'first_name',
      'last_name',
      'tax_id',
      'site_id',
      'started_on',
    ])
    await send(client, 'POST', '/employees', session, base)
    assert.deepEqual(await errorsOf({}), {
      tax_id: `Ya existe un empleado activo con este DNI en Empresa de prueba ${site.code}, S.L.`,
    })

    const made = await oneRow<{ id: number; code: string; createdBy: number }>(
      `select id, code, created_by from employees where site_id = :siteId`,
      { siteId: site.siteId }
    )
    assert.deepInclude(made, { code: 'E0001', createdBy: person.id })
    const bank = await row(
      `select iban, verification, is_default, created_by from employee_banks where employee_id = :id`,
      made
    )
    assert.deepEqual(bank, {
      iban: base.iban,
      verification: 'unverified',
      isDefault: true,
      createdBy: person.id,
    })
  })

  test('a double click takes somebody on once', async ({ assert, client }) => {
    const { siteId } = await makeSite()
    const { session } = await makeSignedIn('superC0ntab1l1dad')
    const body = { ...newcomer(siteId), _request_id: crypto.randomUUID() }

    const answers = await Promise.all([1, 2].map(() => send(client, 'POST', '/employees', session, body)))

    assert.deepEqual(
      answers.map((answer) => fieldErrors(answer)),
      [{}, {}]
    )
    const { count } = await oneRow<{ count: number }>(
      `select count(*)::int as count from employees where site_id = :siteId`,
      { siteId }
    )
    assert.equal(count, 1)
  })

  test('data and contract are saved against the version shown, and the trail holds no personal value', async ({
    assert,
    client,
  }) => {
    const { siteId } = await makeSite()
    const { session, person } = await makeSignedIn('superC0ntab1l1dad')
    const { id, taxId, code } = await makeEmployee(siteId, person)
    const data = {
      code,
      first_name: 'Lucía',
      last_name: 'Romero Gil',
      tax_id: taxId,
      social_security_no: makeSocialSecurityNo(),
      birth_date: '2000-05-05',
      email: 'otra@prueba.test',
      phone: '600123123',
      address: 'Calle Mayor, 1',
      user_id: null,
      lock_version: 0,
    }
    const save = (change: object) => send(client, 'PUT', `/employees/${id}`, session, { ...data, ...change })

    assert.deepEqual(fieldErrors(await save({ social_security_no: '281234567841' })), {
      social_security_no: 'El número de la Seguridad Social no es válido.',
    })
    assert.deepEqual(fieldErrors(await save({ birth_date: '2009-03-02' })), {
      birth_date: 'Debe tener al menos 16 años en la fecha de alta.',
    })
    assert.deepEqual(fieldErrors(await save({})), {})
    assert.deepEqual(fieldErrors(await save({})), {
      form: 'Otro usuario ha modificado este registro. Recargue la página.',
    })
    const contract = { started_on: '2025-02-01', hours_week: 37.5, expense_limit: '150,00', lock_version: 1 }
    assert.deepEqual(
      fieldErrors(await send(client, 'PUT', `/employees/${id}/contract`, session, contract)),
      {}
    )

    const saved = await oneRow(
      `select e.started_on, e.hours_week, e.expense_limit_minor, p.started_on as period from employees e join employee_periods p on p.employee_id = e.id where e.id = :id`,
      { id }
    )
    assert.deepEqual(saved, {
      startedOn: '2025-02-01',
      hoursWeek: '37.50',
      expenseLimitMinor: 15_000,
      period: '2025-02-01',
    })
    const trail = JSON.stringify(
      await rows(`select diff from audit_events where object_type = 'employee' and object_id = :id`, { id })
    )
    assert.include(trail, 'birthDate')
    for (const secret of ['otra@prueba.test', '600123123', '2000-05-05', 'Calle Mayor', taxId])
      assert.notInclude(trail, secret)
  })

  test('a manager or a centre outside the reader’s companies is not taken', async ({ assert, client }) => {
    const person = await makeUser('s1st3ma')
    const [own, other] = [await makeSite(), await makeSite()]
    const mine = await makeEmployee(own.siteId, person)
    const foreign = await makeEmployee(other.siteId, person)
    const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [own.siteId] })
    const save = (change: object) =>
      send(client, 'PUT', `/employees/${mine.id}/contract`, session, {
        started_on: '2025-03-01',
        lock_version: 0,
        ...change,
      })

    ;(await save({ manager_id: foreign.id })).assertStatus(404)
    assert.property(fieldErrors(await save({ manager_id: mine.id })), 'manager_id')
    assert.property(fieldErrors(await save({ center_id: 999_999 })), 'center_id')
  })
})

test.group('Pay and accounts of employees over HTTP', () => {
  test('neither pay nor a whole IBAN comes with the page; each look is on record', async ({
    assert,
    client,
  }) => {
    const { siteId } = await makeSite()
    const { session, person } = await makeSignedIn('aprobador')
    const { id } = await makeEmployee(siteId, person)
    const { bankId, iban } = await makeEmployeeBank(id, person)
    const version = 1
    await updateSalary(
      id,
      {
        grossYearlyMinor: 2_765_432,
        netMonthlyMinor: 161_234,
        paymentsPerYear: 14,
        irpfPercent: '14.50',
        lockVersion: version,
      },
      person.actor
    )

    const page = JSON.stringify((await open(client, `/employees/${id}/edit`, session)).inertiaProps)
    assert.notInclude(page, '2765432')
    assert.notInclude(page, '27654.32')
    assert.notInclude(page, formatIban(iban))
    assert.notInclude(page, iban)
    assert.include(page, maskIban(iban))
    const salary = await send(client, 'POST', `/employees/${id}/reveal`, session, { what: 'salary' })
    assert.deepInclude((salary.body() as { data: object }).data, {
      grossYearly: '27654.32',
      netMonthly: '1612.34',
      paymentsPerYear: '14',
      irpfPercent: '14,50',
    })
    const shown = await send(client, 'POST', `/employees/${id}/reveal`, session, {
      what: 'iban',
      bank_id: bankId,
    })
    assert.deepEqual(shown.body(), { data: { iban: formatIban(iban) } })

    const looks = await rows(
      `select event, user_id from audit_events where object_type = 'employee' and object_id = :id and event like '%viewed' order by id`,
      { id }
    )
    assert.deepEqual(looks, [
      { event: 'employee.salary_viewed', userId: person.id },
      { event: 'employee.iban_viewed', userId: person.id },
    ])
  })

  test('another employee’s account is not shown under this one', async ({ client }) => {
    const { siteId } = await makeSite()
    const { session, person } = await makeSignedIn('aprobador')
    const [one, other] = [await makeEmployee(siteId, person), await makeEmployee(siteId, person)]
    const { bankId } = await makeEmployeeBank(other.id, person)

    const shown = await send(client, 'POST', `/employees/${one.id}/reveal`, session, {
      what: 'iban',
      bank_id: bankId,
    })

    shown.assertStatus(404)
  })

  test('pay is 0 to 47 % and never one’s own', async ({ assert, client }) => {
    const { siteId } = await makeSite()
    const { session, person } = await makeSignedIn('superC0ntab1l1dad')
    const { id } = await makeEmployee(siteId, person)
    const save = async (change: object) =>
      fieldErrors(
        await send(client, 'PUT', `/employees/${id}/salary`, session, {
          gross_yearly: '24.000,00',
          net_monthly: '1.450,10',
          payments_per_year: '12',
          irpf_percent: 12,
          lock_version: 0,
          ...change,
        })
      )

    assert.property(await save({ irpf_percent: 47.5 }), 'irpf_percent')
    assert.property(await save({ gross_yearly: '-1' }), 'gross_yearly')
    assert.property(await save({ payments_per_year: '13' }), 'payments_per_year')
    assert.deepEqual(await save({}), {})
    await execute(`update employees set user_id = :userId where id = :id`, { userId: person.id, id })
    assert.deepEqual(await save({ lock_version: 1 }), { form: 'No puede modificar su propio salario.' })
  })

  test('an account asks for the second factor again', async ({ assert, client }) => {
    const { siteId } = await makeSite()
    const { session, person } = await makeSignedIn('superC0ntab1l1dad')
    const { id } = await makeEmployee(siteId, person)
    const body = { iban: makeIban(), holder_name: 'Lucía Romero Gil' }

    const asked = fieldErrors(await send(client, 'POST', `/employees/${id}/banks`, session, body))

    assert.property(asked, 'step_up')
    assert.isNull(await row(`select 1 as found from employee_banks where employee_id = :id`, { id }))
  })

  test('states over their forms: absence, return, end, new start', async ({ assert, client }) => {
    const { siteId } = await makeSite()
    const { session, person } = await makeSignedIn('aprobador')
    const { id } = await makeEmployee(siteId, person, { startedOn: calendarDate('2025-01-01') })
    const ask = async (method: string, path: string, body: object) =>
      fieldErrors(await send(client, method, `/employees/${id}/${path}`, session, body))
    const status = async () =>
      (await oneRow<{ status: string }>(`select status from employees where id = :id`, { id })).status
    const yesterday = addDays(today(), -1)

    assert.deepEqual(await ask('POST', 'absences', { starts_on: yesterday, ends_on: null }), {})
    assert.equal(await status(), 'leave')
    assert.deepEqual(await ask('PUT', 'absences', { returns_on: today() }), {})
    assert.deepEqual(
      await ask('POST', 'termination', {
        ended_on: '2024-12-31',
        has_settlement: true,
        reason: 'Fin de obra',
      }),
      { ended_on: 'La fecha de baja no puede ser anterior al alta.' }
    )
    assert.deepEqual(await ask('POST', 'termination', { ended_on: yesterday, has_settlement: true }), {
      reason: 'Indique el motivo.',
    })
    assert.deepEqual(
      await ask('POST', 'termination', { ended_on: yesterday, has_settlement: true, reason: 'Fin de obra' }),
      {}
    )
    assert.equal(await status(), 'terminated')
    assert.property(await ask('PUT', 'termination', { started_on: yesterday }), 'started_on')
    assert.deepEqual(await ask('PUT', 'termination', { started_on: today() }), {})
    assert.equal(await status(), 'active')
  })
})
