import type { SessionData } from '@adonisjs/session/types'
import type { ApiClient, ApiResponse } from '@japa/api-client'
import { test } from '@japa/runner'
import { makePasswordToken, setPassword } from '#app/identity/actions/set_password'
import { hashToken } from '#app/identity/actions/user_session'
import { execute, inTransaction, oneRow } from '#app/kernel/database/sql'
import { makeUser, type Person } from '#tests/factories/people'
import { makeSignedIn, signedIn } from '#tests/factories/sign_in'
import { errorAt, forgetFailures, loginLog, postLogin } from '#tests/identity/sign_in_requests'

const EXPIRED = 'Su sesión ha caducado. Inicie sesión de nuevo.'

const open = (client: ApiClient, session: SessionData): Promise<ApiResponse> =>
  client
    .get('/2faSecurity')
    .withSession(session)
    .withInertia()
    .redirects(0) as unknown as Promise<ApiResponse>
const isOut = (response: ApiResponse) => response.header('location') === '/login'
const idOf = (session: SessionData) => hashToken(String(session.caudal_session_token))

async function moveBack(
  session: SessionData,
  column: 'last_seen_at' | 'created_at',
  age: string
): Promise<void> {
  await execute(`update user_sessions set ${column} = now() - :age::interval where id = :id`, {
    id: idOf(session),
    age,
  })
}

test.group('Sessions', () => {
  test('a session without use for an hour is over, and the person is told so', async ({ client, assert }) => {
    const { session } = await makeSignedIn('aprobador')
    await moveBack(session, 'last_seen_at', '60 minutes')

    const response = await open(client, session)

    assert.isTrue(isOut(response))
    assert.equal(response.flashMessage('warning'), EXPIRED)
    assert.notProperty(response.session(), 'auth_web')
    assert.notProperty(response.session(), 'caudal_session_token')
  })

  test('a session used 59 minutes ago goes on, and its hour starts again', async ({ client, assert }) => {
    const { session } = await makeSignedIn('aprobador')
    await moveBack(session, 'last_seen_at', '59 minutes')

    const response = await open(client, session)

    response.assertStatus(200)
    const { seconds } = await oneRow<{ seconds: number }>(
      `select extract(epoch from now() - last_seen_at)::int as seconds from user_sessions where id = :id`,
      { id: idOf(session) }
    )
    assert.isBelow(seconds, 10)
  })

  test('after twelve hours every session is over, used or not', async ({ client, assert }) => {
    const { session } = await makeSignedIn('aprobador')
    await moveBack(session, 'created_at', '12 hours')

    assert.isTrue(isOut(await open(client, session)))
  })

  test('a session in its last minute of twelve hours is still good', async ({ client }) => {
    const { session } = await makeSignedIn('aprobador')
    await moveBack(session, 'created_at', '11 hours 59 minutes')

    const response = await open(client, session)

    response.assertStatus(200)
  })

  test('signing out ends the session for good', async ({ client, assert }) => {
    const { person, session } = await makeSignedIn('aprobador')

    const response = await client.post('/logout').withSession(session).withCsrfToken().redirects(0)

    assert.isTrue(isOut(response))
    assert.isEmpty(Object.keys(response.session()))
    assert.isTrue(isOut(await open(client, session)))
    assert.deepEqual(await loginLog(person), ['logout'])
  })

  test('a session closed elsewhere is over at its next request', async ({ client, assert }) => {
    const { person, session: here } = await makeSignedIn('aprobador')
    const there = await signedIn(person)

    const response = await client
      .delete(`/2faSecurity/sessions/${idOf(there)}`)
      .withSession(here)
      .withCsrfToken()
      .redirects(0)

    assert.equal(response.flashMessage('success'), 'Sesión cerrada.')
    assert.isTrue(isOut(await open(client, there)))
    assert.isFalse(isOut(await open(client, here)))
  })

  test('all other sessions are closed at once, this one stays', async ({ client, assert }) => {
    const { person, session: here } = await makeSignedIn('aprobador')
    const [phone, tablet] = [await signedIn(person), await signedIn(person)]

    const response = await client
      .delete('/2faSecurity/sessions')
      .withSession(here)
      .withCsrfToken()
      .redirects(0)

    assert.equal(response.flashMessage('success'), '2 sesiones cerradas.')
    assert.isTrue(isOut(await open(client, phone)))
    assert.isTrue(isOut(await open(client, tablet)))
    assert.isFalse(isOut(await open(client, here)))
  })

  test('nobody closes the session of another', async ({ client, assert }) => {
    const [mine, theirs] = [await makeSignedIn('s1st3ma'), await makeSignedIn('aprobador')]

    const response = await client
      .delete(`/2faSecurity/sessions/${idOf(theirs.session)}`)
      .withSession(mine.session)
      .withCsrfToken()
      .redirects(0)

    assert.equal(response.flashMessage('warning'), 'La sesión ya estaba cerrada.')
    assert.isFalse(isOut(await open(client, theirs.session)))
  })

  test('the page of the second factor lists the own open sessions and marks this one', async ({
    client,
    assert,
  }) => {
    const { person, session: here } = await makeSignedIn('aprobador')
    const old = await signedIn(person)
    await moveBack(old, 'created_at', '13 hours')
    await makeSignedIn('aprobador')

    const { sessions } = (await open(client, here)).body().props as {
      sessions: { id: string; current: boolean }[]
    }

    assert.deepEqual(
      sessions.map(({ id, current }) => ({ id, current })),
      [{ id: idOf(here), current: true }]
    )
  })

  test('a token without its row, or of another user, signs nobody in', async ({ client, assert }) => {
    const [mine, theirs] = [await makeSignedIn('aprobador'), await makeSignedIn('s1st3ma')]

    assert.isTrue(isOut(await open(client, { ...mine.session, caudal_session_token: 'inventado' })))
    assert.isTrue(isOut(await open(client, { ...mine.session, auth_web: theirs.person.id })))
    assert.isTrue(isOut(await open(client, { auth_web: mine.person.id })))
  })

  test('a new password ends every session of its user', async ({ client, assert }) => {
    const { person, session } = await makeSignedIn('aprobador')
    const token = await inTransaction((trx) => makePasswordToken(person.id, 'reset', null, trx))

    await setPassword(token, 'olivo-tranvia-nube-83', { ip: '127.0.0.1', requestId: null })

    assert.isTrue(isOut(await open(client, session)))
  })

  test('a user who is suspended or archived is out at the next request', async ({ client, assert }) => {
    for (const status of ['suspended', 'archived', 'invited']) {
      const { person, session } = await makeSignedIn('aprobador')
      await execute(
        `update users set status = :status, updated_by = (select max(b.id) from users b where b.role = 's1st3ma' and b.status = 'active' and b.id <> users.id and is_confirmed(b.id)) where id = :id`,
        { id: person.id, status }
      )

      assert.isTrue(isOut(await open(client, session)), status)
    }
  })

  test('a change of role counts from the next request on', async ({ client, assert }) => {
    const { person, session } = await makeSignedIn('s1st3ma')
    await execute(
      `update users set role = 'c0ntab1l1dad', updated_by = (select max(b.id) from users b where b.role = 's1st3ma' and b.status = 'active' and b.id <> users.id and is_confirmed(b.id)) where id = :id`,
      { id: person.id }
    )

    const response = await client.get('/announcements/manage').withSession(session).withInertia()

    assert.equal(response.status(), 403)
  })

  test('a company taken away is gone at the next request', async ({ client, assert }) => {
    const person = await makeUser('c0ntab1l1dad')
    const session = await signedIn(person)
    const sitesOf = async () => ((await open(client, session)).body().props as { sites: unknown[] }).sites
    const before = await sitesOf()

    await execute(
      `update users set all_sites = false, updated_by = (select max(b.id) from users b where b.role = 's1st3ma' and b.status = 'active' and b.id <> users.id and is_confirmed(b.id)) where id = :id`,
      { id: person.id }
    )

    assert.isArray(before)
    assert.deepEqual(await sitesOf(), [])
  })
})

test.group('Setting a password', () => {
  const invite = async (person: Person) =>
    inTransaction((trx) => makePasswordToken(person.id, 'invitation', null, trx))
  const choose = (
    client: ApiClient,
    token: string,
    password: string,
    repeated = password
  ): Promise<ApiResponse> =>
    client
      .post(`/set-password/${token}`)
      .withCsrfToken()
      .redirects(0)
      .json({ password, password_confirmation: repeated }) as unknown as Promise<ApiResponse>

  async function makeInvited(): Promise<Person> {
    const person = await makeUser('aprobador', { twoFactor: false })
    await execute(
      `update users set status = 'invited', password_hash = null, updated_by = (select max(b.id) from users b where b.role = 's1st3ma' and b.status = 'active' and b.id <> users.id and is_confirmed(b.id)) where id = :id`,
      {
        id: person.id,
      }
    )
    return person
  }

  test('the link of an invitation sets the password once and activates the user', async ({
    client,
    assert,
  }) => {
    const person = await makeInvited()
    const token = await invite(person)

    const first = await choose(client, token, 'olivo-tranvia-nube-83')
    const second = await choose(client, token, 'otra-frase-larga-44')

    assert.equal(first.header('location'), '/login')
    assert.equal(errorAt(second, 'password'), 'El enlace ha caducado; solicite una nueva invitación.')
    await forgetFailures()
    assert.equal(
      (await postLogin(client, person.email, 'olivo-tranvia-nube-83')).header('location'),
      '/2faSecurity'
    )
  })

  test('the same link ten times at once sets one password', async ({ client, assert }) => {
    const token = await invite(await makeInvited())

    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => choose(client, token, `olivo-tranvia-nube-${at}3`))
    )

    assert.lengthOf(
      answers.filter((answer) => answer.header('location') === '/login'),
      1
    )
  })

  test('after three days the link is dead', async ({ client, assert }) => {
    const token = await invite(await makeInvited())
    await execute(`update password_tokens set expires_at = now() where token_hash = :hash`, {
      hash: hashToken(token),
    })

    const page = await client.get(`/set-password/${token}`).withInertia()

    assert.isTrue((page.inertiaProps as { expired: boolean }).expired)
    assert.equal((page.inertiaProps as { email: string }).email, '')
    assert.equal(
      errorAt(await choose(client, token, 'olivo-tranvia-nube-83'), 'password'),
      'El enlace ha caducado; solicite una nueva invitación.'
    )
  })

  test('a newer link voids the earlier one', async ({ client, assert }) => {
    const person = await makeInvited()
    const [earlier, later] = [await invite(person), await invite(person)]

    assert.isDefined(errorAt(await choose(client, earlier, 'olivo-tranvia-nube-83'), 'password'))
    assert.equal((await choose(client, later, 'olivo-tranvia-nube-83')).header('location'), '/login')
  })

  const WEAK: [why: string, password: string, message: RegExp][] = [
    ['eleven characters', 'olivo-83-ma', /al menos 12 caracteres/],
    ['one letter over and over', 'aaaaaaaaaaaa', /demasiado común/],
    ['a common word and a year', 'contraseña2026', /demasiado común/],
    ['a row of keys', 'qwertyuiop123', /demasiado común/],
    ['the product and the year', 'caudalcaudal2026', /demasiado común/],
  ]
  for (const [why, password, message] of WEAK) {
    test(`«${password}» is refused: ${why}`, async ({ client, assert }) => {
      const token = await invite(await makeInvited())

      assert.match(errorAt(await choose(client, token, password), 'password') ?? '', message)
    })
  }

  test('the own e-mail is no password', async ({ client, assert }) => {
    const person = await makeInvited()

    const response = await choose(client, await invite(person), person.email)

    assert.equal(errorAt(response, 'password'), 'La contraseña no puede ser su correo ni su nombre.')
  })

  test('both fields must agree', async ({ client, assert }) => {
    const response = await choose(
      client,
      await invite(await makeInvited()),
      'olivo-tranvia-nube-83',
      'olivo-tranvia-nube-84'
    )

    assert.equal(errorAt(response, 'password_confirmation'), 'Los dos valores no coinciden.')
  })
})
