import { setTimeout as sleep } from 'node:timers/promises'
import db from '@adonisjs/lucid/services/db'
import type { SessionData } from '@adonisjs/session/types'
import type { ApiClient, ApiResponse } from '@japa/api-client'
import { test } from '@japa/runner'
import { makePasswordToken, setPassword } from '#app/identity/actions/set_password'
import { execute, inTransaction, oneRow, row, rows } from '#app/kernel/database/sql'
import { makeSite } from '#tests/factories/books'
import { letApprove, makeUser, type Person } from '#tests/factories/people'
import { signedIn } from '#tests/factories/sign_in'
import { errorAt } from '#tests/identity/sign_in_requests'

type Method = 'post' | 'put' | 'delete'
type Sent = { session: SessionData; method: Method; path: string; body?: object }

/** A call of the administration with the second factor just confirmed. */
async function send(client: ApiClient, { session, method, path, body = {} }: Sent): Promise<ApiResponse> {
  await execute(`update user_sessions set step_up_at = now()`)
  return client[method](path)
    .withSession(session)
    .withCsrfToken()
    .header('x-inertia', 'true')
    .header('referer', '/users')
    .redirects(0)
    .json(body) as unknown as ApiResponse
}

const stateOf = (person: Pick<Person, 'id'>) =>
  oneRow<{ status: string; role: string; email: string; twoFactorEnabled: boolean }>(
    `select status, role, email::text, two_factor_enabled from users where id = :id`,
    { id: person.id }
  )

const newUser = (more: object = {}) => ({
  name: 'Nueva Persona Prueba',
  email: `nueva-${Math.random()}@prueba.test`,
  role: 'c0ntab1l1dad',
  all_sites: true,
  shared_inbox: false,
  ...more,
})

test.group('Administration of users', () => {
  test('an invitation goes out with a single-use link, and the password makes the user active', async ({
    client,
    assert,
  }) => {
    const session = await signedIn(await makeUser('s1st3ma'))
    const wanted = newUser()

    const response = await send(client, { session, method: 'post', path: '/users', body: wanted })

    const made = await oneRow<{ id: number; status: string }>(
      `select id, status from users where email = :email`,
      { email: wanted.email }
    )
    assert.equal(response.header('location'), `/users/${made.id}/edit`)
    assert.equal(made.status, 'invited')
    const mail = await oneRow<{ body: string }>(
      `select body from outgoing_mails where object_type = 'user' and object_id = :id`,
      { id: made.id }
    )
    const path = /\/set-password\/\S+/.exec(mail.body)?.[0] ?? ''
    const password = { password: 'margarita-nube-74', password_confirmation: 'margarita-nube-74' }
    await client.post(path).withCsrfToken().redirects(0).json(password)
    assert.equal((await stateOf(made)).status, 'active')
    const again = await client
      .post(path)
      .withCsrfToken()
      .header('x-inertia', 'true')
      .redirects(0)
      .json(password)
    assert.equal(errorAt(again as never, 'password'), 'El enlace ha caducado; solicite una nueva invitación.')
  })

  test('an invitation that went to a wrong address is void once the address is put right', async ({
    client,
    assert,
  }) => {
    const session = await signedIn(await makeUser('s1st3ma'))
    const wanted = newUser()
    await send(client, { session, method: 'post', path: '/users', body: wanted })
    const made = await oneRow<{ id: number }>(`select id from users where email = :email`, {
      email: wanted.email,
    })
    const { body } = await oneRow<{ body: string }>(
      `select body from outgoing_mails where object_type = 'user' and object_id = :id`,
      { id: made.id }
    )
    const path = /\/set-password\/\S+/.exec(body)?.[0] ?? ''

    await send(client, {
      session,
      method: 'put',
      path: `/users/${made.id}`,
      body: { ...wanted, email: `bien-${Math.random()}@prueba.test`, lock_version: 0 },
    })
    const password = { password: 'margarita-nube-74', password_confirmation: 'margarita-nube-74' }
    await client.post(path).withCsrfToken().redirects(0).json(password)

    assert.equal((await stateOf(made)).status, 'invited')
  })

  test('who is suspended while choosing a password stays suspended', async ({ assert }) => {
    const person = await makeUser('c0ntab1l1dad')
    const token = await inTransaction((trx) => makePasswordToken(person.id, 'reset', null, trx))
    const suspending = await db.transaction()
    await suspending.rawQuery(
      `update users set status = 'suspended', updated_by = (select max(b.id) from users b where b.role = 's1st3ma' and b.status = 'active' and b.id <> users.id and is_confirmed(b.id)) where id = ?`,
      [person.id]
    )

    const choosing = setPassword(token, 'margarita-nube-74', { ip: '127.0.0.1' }).then(
      () => 'chosen',
      (error: { code: string }) => error.code
    )
    await sleep(1000)
    await suspending.commit()

    assert.equal(await choosing, 'E_TOKEN')
    assert.equal((await stateOf(person)).status, 'suspended')
  })

  test('a mail address that is taken is refused at its field, whatever its case', async ({
    client,
    assert,
  }) => {
    const session = await signedIn(await makeUser('s1st3ma'))
    const other = await makeUser('c0ntab1l1dad')

    const body = newUser({ email: other.email.toUpperCase() })
    const response = await send(client, { session, method: 'post', path: '/users', body })

    assert.equal(errorAt(response, 'email'), 'El correo ya está en uso.')
  })

  test('a user of some companies needs at least one', async ({ client, assert }) => {
    const session = await signedIn(await makeUser('s1st3ma'))

    const body = newUser({ all_sites: false, site_ids: [] })
    const response = await send(client, { session, method: 'post', path: '/users', body })

    assert.equal(errorAt(response, 'site_ids'), 'Seleccione al menos una empresa.')
  })

  for (const role of ['s1st3ma', 'aprobador']) {
    test(`adm1n1strat0r cannot make anybody ${role}, nor change who is`, async ({ client, assert }) => {
      const session = await signedIn(await makeUser('adm1n1strat0r'))
      const person = await makeUser(role as 's1st3ma')

      const made = await send(client, { session, method: 'post', path: '/users', body: newUser({ role }) })
      const moved = await send(client, {
        session,
        method: 'post',
        path: `/users/${person.id}/suspension`,
        body: { reason: 'porque sí' },
      })

      assert.equal(errorAt(made, 'role'), 'No puede asignar este rol.')
      assert.equal(errorAt(moved, 'form'), 'No puede modificar a este usuario.')
      assert.equal((await stateOf(person)).status, 'active')
    })
  }

  test('adm1n1strat0r cannot raise an accountant to aprobador', async ({ client, assert }) => {
    const session = await signedIn(await makeUser('adm1n1strat0r'))
    const person = await makeUser('c0ntab1l1dad')

    const body = { ...newUser({ role: 'aprobador', email: person.email }), lock_version: 0 }
    const response = await send(client, { session, method: 'put', path: `/users/${person.id}`, body })

    assert.equal(errorAt(response, 'role'), 'No puede asignar este rol.')
    assert.equal((await stateOf(person)).role, 'c0ntab1l1dad')
  })

  test('who works with some companies gives no others, and sees nobody of others', async ({
    client,
    assert,
  }) => {
    const [ours, theirs] = [await makeSite(), await makeSite()]
    const session = await signedIn(await makeUser('adm1n1strat0r', { siteIds: [ours.siteId] }))
    const stranger = await makeUser('c0ntab1l1dad', { siteIds: [theirs.siteId] })
    const both = await makeUser('c0ntab1l1dad', { siteIds: [ours.siteId, theirs.siteId] })
    const colleague = await makeUser('c0ntab1l1dad', { siteIds: [ours.siteId] })

    const body = newUser({ all_sites: false, site_ids: [ours.siteId, theirs.siteId] })
    const made = await send(client, { session, method: 'post', path: '/users', body })
    const all = await send(client, { session, method: 'post', path: '/users', body: newUser() })
    const list = await client.get('/users?per_page=all').withSession(session).withInertia()
    const shown = (list.body() as { props: { users: { rows: { id: number }[] } } }).props.users.rows.map(
      (user) => user.id
    )
    const page = await client.get(`/users/${stranger.id}/edit`).withSession(session).withInertia()

    assert.equal(errorAt(made, 'site_ids'), 'Solo puede asignar empresas de su ámbito.')
    assert.equal(errorAt(all, 'site_ids'), 'Solo puede asignar empresas de su ámbito.')
    assert.include(shown, colleague.id)
    assert.notInclude(shown, stranger.id)
    assert.notInclude(shown, both.id)
    page.assertStatus(404)
  })

  test('nobody changes their own role, suspends or archives themselves', async ({ client, assert }) => {
    const person = await makeUser('s1st3ma')
    const session = await signedIn(person)

    const body = { ...newUser({ role: 'aprobador', email: person.email }), lock_version: 0 }
    const changed = await send(client, { session, method: 'put', path: `/users/${person.id}`, body })
    const reason = { reason: 'me marcho' }
    const path = `/users/${person.id}`
    const suspended = await send(client, {
      session,
      method: 'post',
      path: `${path}/suspension`,
      body: reason,
    })
    const archived = await send(client, { session, method: 'delete', path, body: reason })

    assert.equal(errorAt(changed, 'role'), 'No puede modificar su propio rol.')
    assert.equal(errorAt(suspended, 'form'), 'No puede suspenderse ni archivarse a sí mismo.')
    assert.equal(errorAt(archived, 'form'), 'No puede suspenderse ni archivarse a sí mismo.')
    assert.deepInclude(await stateOf(person), { status: 'active', role: 's1st3ma' })
  })

  test('suspending ends sessions and approvals, and reactivating does not bring approvals back', async ({
    client,
    assert,
  }) => {
    const session = await signedIn(await makeUser('s1st3ma'))
    const site = await makeSite()
    const person = await makeUser('aprobador')
    await letApprove(site.siteId, person, ['invoice'], null)
    const theirs = await signedIn(person)
    const path = `/users/${person.id}/suspension`

    const bare = await send(client, { session, method: 'post', path })
    await send(client, { session, method: 'post', path, body: { reason: 'baja médica' } })

    assert.equal(errorAt(bare, 'reason'), 'Indique el motivo.')
    assert.equal((await stateOf(person)).status, 'suspended')
    const closed = await client.get('/accounts').withSession(theirs).redirects(0)
    assert.equal(closed.header('location'), '/login')
    const approvals = () =>
      rows<{ status: string }>(`select status from approvals where user_id = :id`, { id: person.id })
    assert.deepEqual(await approvals(), [{ status: 'ended' }])
    await send(client, { session, method: 'delete', path })
    assert.equal((await stateOf(person)).status, 'active')
    assert.deepEqual(await approvals(), [{ status: 'ended' }])
    const event = await oneRow(
      `select from_status, to_status, reason from audit_events where object_type = 'user' and object_id = :id and event = 'user.suspend'`,
      { id: person.id }
    )
    assert.deepEqual(event, { fromStatus: 'active', toStatus: 'suspended', reason: 'baja médica' })
  })

  test('the last active s1st3ma stays, even when two are taken away at once', async ({ assert }) => {
    const [one, two] = [await makeUser('s1st3ma'), await makeUser('s1st3ma')]
    const others = await rows<{ id: number }>(
      `select id from users where role = 's1st3ma' and status = 'active' and id not in (:one, :two)`,
      { one: one.id, two: two.id }
    )
    const ids = others.map((other) => other.id)
    await execute(
      `update users set role = 'aprobador', updated_by = (select max(b.id) from users b where b.role = 's1st3ma' and b.status = 'active' and b.id <> users.id and is_confirmed(b.id)) where id = any(:ids::bigint[])`,
      { ids }
    )
    try {
      const suspend = (person: Person) =>
        execute(
          `update users set status = 'suspended', updated_by = (select max(b.id) from users b where b.role = 's1st3ma' and b.status = 'active' and b.id <> users.id and is_confirmed(b.id)) where id = :id`,
          { id: person.id }
        )

      const both = await Promise.allSettled([suspend(one), suspend(two)])

      assert.sameMembers(
        both.map((result) => result.status),
        ['fulfilled', 'rejected']
      )
    } finally {
      await execute(
        `update users set role = 's1st3ma', updated_by = (select max(b.id) from users b where b.role = 's1st3ma' and b.status = 'active' and b.id <> users.id and is_confirmed(b.id)) where id = any(:ids::bigint[])`,
        { ids }
      )
    }
  })

  test('a reset of the second factor ends the sessions and tells the user', async ({ client, assert }) => {
    const session = await signedIn(await makeUser('s1st3ma'))
    const person = await makeUser('superC0ntab1l1dad')

    await send(client, { session, method: 'delete', path: `/users/${person.id}/two-factor` })

    assert.isFalse((await stateOf(person)).twoFactorEnabled)
    const mail = await row(
      `select 1 as found from outgoing_mails where object_id = :id and subject like 'Se ha restablecido su autenticación%'`,
      { id: person.id }
    )
    assert.isNotNull(mail)
  })

  test('adm1n1strat0r resets the second factor of c0ntab1l1dad, not of superC0ntab1l1dad', async ({
    client,
    assert,
  }) => {
    const session = await signedIn(await makeUser('adm1n1strat0r'))
    const [junior, senior] = [await makeUser('c0ntab1l1dad'), await makeUser('superC0ntab1l1dad')]

    await send(client, { session, method: 'delete', path: `/users/${junior.id}/two-factor` })
    const refused = await send(client, { session, method: 'delete', path: `/users/${senior.id}/two-factor` })

    assert.isFalse((await stateOf(junior)).twoFactorEnabled)
    assert.isTrue((await stateOf(senior)).twoFactorEnabled)
    assert.equal(errorAt(refused, 'form'), 'No puede restablecer el segundo factor de este usuario.')
  })

  test('archiving frees the address for somebody new and keeps the history', async ({ client, assert }) => {
    const session = await signedIn(await makeUser('s1st3ma'))
    const person = await makeUser('c0ntab1l1dad')

    const reason = { reason: 'ya no trabaja aquí' }
    await send(client, { session, method: 'delete', path: `/users/${person.id}`, body: reason })
    const body = newUser({ email: person.email })
    await send(client, { session, method: 'post', path: '/users', body })

    assert.equal((await stateOf(person)).status, 'archived')
    const again = await oneRow<{ count: number }>(
      `select count(*)::int as count from users where email = :email and status = 'invited'`,
      { email: person.email }
    )
    assert.equal(again.count, 1)
  })

  test('a form shown before somebody else saved is refused, and a role change ends the sessions', async ({
    client,
    assert,
  }) => {
    const session = await signedIn(await makeUser('s1st3ma'))
    const person = await makeUser('c0ntab1l1dad')
    const theirs = await signedIn(person)
    const body = { ...newUser({ role: 'superC0ntab1l1dad', email: person.email }), lock_version: 0 }
    const path = `/users/${person.id}`

    await send(client, { session, method: 'put', path, body })
    const stale = await send(client, { session, method: 'put', path, body: { ...body, name: 'Otro Nombre' } })

    assert.equal((await stateOf(person)).role, 'superC0ntab1l1dad')
    assert.equal(errorAt(stale, 'form'), 'Otro usuario ha modificado este registro. Recargue la página.')
    const closed = await client.get('/accounts').withSession(theirs).redirects(0)
    assert.equal(closed.header('location'), '/login')
  })

  test('without the second factor confirmed just now nothing is changed', async ({ client, assert }) => {
    const session = await signedIn(await makeUser('s1st3ma'))
    const person = await makeUser('c0ntab1l1dad')

    const response = await client
      .post(`/users/${person.id}/suspension`)
      .withSession(session)
      .withCsrfToken()
      .header('x-inertia', 'true')
      .redirects(0)
      .json({ reason: 'porque sí' })

    assert.equal(errorAt(response as never, 'step_up'), 'Confirme su identidad.')
    assert.equal((await stateOf(person)).status, 'active')
  })
})
