import { test } from '@japa/runner'
import { execute, oneRow, row } from '#app/kernel/database/sql'
import { makeUser, TEST_PASSWORD } from '#tests/factories/people'
import { signedIn } from '#tests/factories/sign_in'
import { errorAt, forgetFailures, loginLog, postLogin } from '#tests/identity/sign_in_requests'

const BAD = 'Las credenciales no son correctas.'

test.group('Signing in', (group) => {
  group.each.setup(() => forgetFailures())

  test('the right password leads to the second factor and to nothing else', async ({ client, assert }) => {
    const person = await makeUser('aprobador')

    const response = await postLogin(client, person.email)

    assert.equal(response.header('location'), '/two-factor-challenge')
    assert.properties(response.session(), ['pending_user'])
    assert.notProperty(response.session(), 'auth_web')
    assert.notProperty(response.session(), 'caudal_session_token')
  })

  test('the e-mail is read without regard to case and to blanks around it', async ({ client, assert }) => {
    const person = await makeUser('aprobador')

    const response = await postLogin(client, `  ${person.email.toUpperCase()} `)

    assert.equal(response.header('location'), '/two-factor-challenge')
  })

  test('without a second factor a user lands on the page where it is set up', async ({ client, assert }) => {
    const person = await makeUser('c0ntab1l1dad', { twoFactor: false })

    const response = await postLogin(client, person.email)

    assert.equal(response.header('location'), '/2faSecurity')
    assert.equal(response.session('auth_web'), person.id)
    assert.deepEqual(await loginLog(person), ['login_ok'])
  })

  test('s1st3ma works without a second factor and is reminded of it', async ({ client, assert }) => {
    const person = await makeUser('s1st3ma', { twoFactor: false })

    const response = await postLogin(client, person.email)

    assert.equal(response.header('location'), '/')
    assert.match(String(response.flashMessage('warning')), /segundo factor/)
  })

  test('whoever asked for a page before signing in is led to it, query and all', async ({
    client,
    assert,
  }) => {
    const person = await makeUser('s1st3ma', { twoFactor: false })
    const asked = await client.get('/invoices?status=draft&page=2').accept('html').redirects(0)

    const response = await postLogin(client, person.email, TEST_PASSWORD, asked.session())

    assert.equal(asked.header('location'), '/login')
    assert.equal(response.header('location'), '/invoices?status=draft&page=2')
  })

  for (const elsewhere of [
    '//mal.example',
    'https://mal.example',
    '/\\mal.example',
    'javascript:alert(1)',
    '/login',
  ]) {
    test(`the way back never leads to «${elsewhere}»`, async ({ client, assert }) => {
      const person = await makeUser('s1st3ma', { twoFactor: false })

      const response = await postLogin(client, person.email, TEST_PASSWORD, { return_to: elsewhere })

      assert.equal(response.header('location'), '/')
    })
  }

  test('a call in the background does not become the page to return to', async ({ client, assert }) => {
    const response = await client
      .get('/api/announcements/unread')
      .header('accept', 'application/json')
      .redirects(0)

    response.assertStatus(401)
    assert.notProperty(response.session(), 'return_to')
  })

  test('an unknown e-mail and a bad password read alike', async ({ client, assert }) => {
    const person = await makeUser('aprobador')

    const unknown = await postLogin(client, `nadie-${Date.now()}@prueba.test`)
    const bad = await postLogin(client, person.email, 'otra-clave-larga')

    assert.equal(errorAt(unknown, 'email'), BAD)
    assert.equal(errorAt(bad, 'email'), BAD)
    assert.deepEqual(unknown.flashMessages().inputErrorsBag, bad.flashMessages().inputErrorsBag)
    assert.equal(unknown.status(), bad.status())
    assert.equal(unknown.header('location'), bad.header('location'))
  })

  test('a user who was invited and has no password reads the same too', async ({ client, assert }) => {
    const person = await makeUser('aprobador')
    await execute(
      `update users set password_hash = null, status = 'invited', updated_by = (select max(b.id) from users b where b.role = 's1st3ma' and b.status = 'active' and b.id <> users.id and is_confirmed(b.id)) where id = :id`,
      {
        id: person.id,
      }
    )

    assert.equal(errorAt(await postLogin(client, person.email), 'email'), BAD)
  })

  test('neither field may be empty', async ({ client, assert }) => {
    const response = await postLogin(client, '', '')

    assert.equal(errorAt(response, 'email'), 'Este campo es obligatorio.')
    assert.equal(errorAt(response, 'password'), 'Este campo es obligatorio.')
  })

  test('only an active user gets in, and only who knows the password learns why not', async ({
    client,
    assert,
  }) => {
    const person = await makeUser('aprobador')
    await execute(
      `update users set status = 'suspended', updated_by = (select max(b.id) from users b where b.role = 's1st3ma' and b.status = 'active' and b.id <> users.id and is_confirmed(b.id)) where id = :id`,
      { id: person.id }
    )

    assert.equal(
      errorAt(await postLogin(client, person.email), 'email'),
      'Su usuario está desactivado. Contacte con un administrador.'
    )
    assert.equal(errorAt(await postLogin(client, person.email, 'otra-clave-larga'), 'email'), BAD)
    assert.deepEqual(await loginLog(person), ['login_inactive', 'login_bad_password'])
  })

  test('five bad passwords lock the user, also for the right one', async ({ client, assert }) => {
    const person = await makeUser('aprobador')
    for (let attempt = 1; attempt <= 5; attempt++)
      assert.equal(errorAt(await postLogin(client, person.email, 'otra-clave-larga'), 'email'), BAD)

    const locked = await postLogin(client, person.email)

    assert.equal(
      errorAt(locked, 'email'),
      'Cuenta bloqueada temporalmente. Inténtelo de nuevo en 15 minutos.'
    )
    assert.equal((await loginLog(person)).at(-1), 'login_locked')
  })

  test('each further lock lasts twice as long, an hour at most', async ({ client, assert }) => {
    const person = await makeUser('aprobador')
    const minutes: number[] = []

    for (let lock = 1; lock <= 4; lock++) {
      await execute(`update users set locked_until = null where id = :id`, { id: person.id })
      for (let attempt = 1; attempt <= 5; attempt++) await postLogin(client, person.email, 'otra-clave-larga')
      const { left } = await oneRow<{ left: number }>(
        `select round(extract(epoch from locked_until - now()) / 60)::int as left from users where id = :id`,
        { id: person.id }
      )
      minutes.push(left)
      await forgetFailures()
    }

    assert.deepEqual(minutes, [15, 30, 60, 60])
  })

  test('when the lock is over the right password works and wipes the count', async ({ client, assert }) => {
    const person = await makeUser('aprobador')
    await execute(
      `update users set failed_logins = 4, lock_count = 2, locked_until = now() - interval '1 second' where id = :id`,
      { id: person.id }
    )

    const response = await postLogin(client, person.email)

    assert.equal(response.header('location'), '/two-factor-challenge')
    assert.deepEqual(
      await row(`select failed_logins, lock_count, locked_until from users where id = :id`, {
        id: person.id,
      }),
      { failedLogins: 0, lockCount: 0, lockedUntil: null }
    )
  })

  test('failures of more than a quarter of an hour ago do not count', async ({ client, assert }) => {
    const person = await makeUser('aprobador')
    for (let attempt = 1; attempt <= 4; attempt++) await postLogin(client, person.email, 'otra-clave-larga')
    await execute(
      `update users set login_attempt_at = login_attempt_at - interval '16 minutes' where id = :id`,
      {
        id: person.id,
      }
    )

    await postLogin(client, person.email, 'otra-clave-larga')

    assert.equal((await postLogin(client, person.email)).header('location'), '/two-factor-challenge')
  })

  test('the twenty-first try after twenty failures from one address is turned away, whoever it is for', async ({
    client,
    assert,
  }) => {
    const person = await makeUser('aprobador')
    for (let attempt = 1; attempt <= 20; attempt++) await postLogin(client, `nadie-${attempt}@prueba.test`)

    const response = await postLogin(client, person.email)

    assert.equal(response.flashMessage('error'), 'Demasiados intentos. Espere 15 minutos.')
    assert.notProperty(response.session(), 'pending_user')
    assert.isEmpty(await loginLog(person))
  })

  test('a success in between does not give an address its tries back', async ({ client, assert }) => {
    const person = await makeUser('aprobador')
    for (let attempt = 1; attempt <= 19; attempt++) await postLogin(client, `nadie-${attempt}@prueba.test`)
    await postLogin(client, person.email)
    await postLogin(client, 'nadie-20@prueba.test')

    assert.equal(
      (await postLogin(client, person.email)).flashMessage('error'),
      'Demasiados intentos. Espere 15 minutos.'
    )
  })

  test('the session id changes when somebody signs in', async ({ client, assert }) => {
    const person = await makeUser('s1st3ma', { twoFactor: false })
    const before = await client.get('/login')

    const after = await client
      .post('/login')
      .withSession(before.session())
      .withCsrfToken()
      .redirects(0)
      .json({ email: person.email, password: TEST_PASSWORD })

    assert.notEqual(after.cookie('caudal_session')?.value, before.cookie('caudal_session')?.value)
    assert.isTrue(after.cookie('caudal_session')?.httpOnly)
    assert.equal(after.cookie('caudal_session')?.sameSite, 'Lax')
  })

  test('who is signed in has no business on the sign-in page', async ({ client, assert }) => {
    const person = await makeUser('aprobador')

    const response = await client
      .get('/login')
      .withSession(await signedIn(person))
      .redirects(0)

    assert.equal(response.header('location'), '/')
  })

  test('the sign-in page gives away neither users nor menu outside the demo', async ({ client, assert }) => {
    const response = await client.get('/login').withInertia()

    response.assertInertiaComponent('identity/sessions/create')
    const props = response.inertiaProps as Record<string, unknown>
    assert.isNull(props.demo)
    assert.deepEqual(props.auth, { user: null })
    assert.deepEqual(props.menu, [])
    assert.deepEqual(props.sites, [])
  })
})
