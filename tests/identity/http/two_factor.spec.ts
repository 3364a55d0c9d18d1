import type { SessionData } from '@adonisjs/session/types'
import { test } from '@japa/runner'
import { replaceRecoveryCodes } from '#app/identity/recovery_codes'
import { currentCode } from '#app/identity/totp'
import { execute, inTransaction, oneRow } from '#app/kernel/database/sql'
import { makeUser, type Person } from '#tests/factories/people'
import { signedIn } from '#tests/factories/sign_in'
import {
  codeOf,
  errorAt,
  forgetFailures,
  loginLog,
  pendingSession,
  postChallenge,
  postLogin,
  wrongCode,
} from '#tests/identity/sign_in_requests'

const BAD = 'El código no es válido o ha caducado.'

const recoveryCodesOf = (person: Person) => inTransaction((trx) => replaceRecoveryCodes(person.id, trx))

test.group('The second factor at sign-in', (group) => {
  group.each.setup(() => forgetFailures())

  test('the right code signs in under a new session', async ({ client, assert }) => {
    const person = await makeUser('aprobador')
    const login = await postLogin(client, person.email)

    const response = await postChallenge(client, login.session(), { code: await codeOf(person) })

    assert.equal(response.header('location'), '/')
    assert.equal(response.session('auth_web'), person.id)
    assert.notProperty(response.session(), 'pending_user')
    assert.notEqual(response.cookie('caudal_session')?.value, login.cookie('caudal_session')?.value)
    assert.deepEqual(await loginLog(person), ['code_ok', 'login_ok'])
    const { passed } = await oneRow<{ passed: boolean }>(
      `select two_factor_passed_at is not null as passed from user_sessions where user_id = :id`,
      { id: person.id }
    )
    assert.isTrue(passed)
  })

  for (const steps of [-1, 1]) {
    test(`the code of ${steps === 1 ? 'the next' : 'the last'} half minute is accepted`, async ({
      client,
      assert,
    }) => {
      const person = await makeUser('aprobador')

      const response = await postChallenge(client, pendingSession(person), {
        code: await codeOf(person, steps),
      })

      assert.equal(response.header('location'), '/')
    })
  }

  for (const steps of [-2, 2, 10]) {
    test(`the code of ${steps} steps away is refused with a hint at the clock`, async ({
      client,
      assert,
    }) => {
      const person = await makeUser('aprobador')

      const response = await postChallenge(client, pendingSession(person), {
        code: await codeOf(person, steps),
      })

      assert.equal(errorAt(response, 'code'), `${BAD} Compruebe la hora de su dispositivo.`)
      assert.equal(response.header('location'), '/two-factor-challenge')
      assert.notProperty(response.session(), 'auth_web')
    })
  }

  test('blanks inside the code are forgiven', async ({ client, assert }) => {
    const person = await makeUser('aprobador')
    const code = await codeOf(person)

    const response = await postChallenge(client, pendingSession(person), {
      code: `${code.slice(0, 3)} ${code.slice(3)}`,
    })

    assert.equal(response.header('location'), '/')
  })

  test('a code works once', async ({ client, assert }) => {
    const person = await makeUser('aprobador')
    const code = await codeOf(person)
    await postChallenge(client, pendingSession(person), { code })

    const again = await postChallenge(client, pendingSession(person), { code })

    assert.equal(errorAt(again, 'code'), BAD)
  })

  test('an earlier code than the last accepted one is refused too', async ({ client, assert }) => {
    const person = await makeUser('aprobador')
    const [earlier, later] = [await codeOf(person, -1), await codeOf(person)]
    await postChallenge(client, pendingSession(person), { code: later })

    const response = await postChallenge(client, pendingSession(person), { code: earlier })

    assert.equal(errorAt(response, 'code'), BAD)
  })

  test('the same code ten times at once signs in once', async ({ client, assert }) => {
    const person = await makeUser('aprobador')
    const code = await codeOf(person)

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => postChallenge(client, pendingSession(person), { code }))
    )

    assert.lengthOf(
      answers.filter((answer) => answer.header('location') === '/'),
      1
    )
    assert.lengthOf(
      (await loginLog(person)).filter((kind) => kind === 'login_ok'),
      1
    )
    const { sessions } = await oneRow<{ sessions: number }>(
      `select count(*)::int as sessions from user_sessions where user_id = :id`,
      { id: person.id }
    )
    assert.equal(sessions, 1)
  })

  test('five bad codes send back to the start, and the right one is refused for a quarter of an hour', async ({
    client,
    assert,
  }) => {
    const person = await makeUser('aprobador')
    const code = await wrongCode(person)
    for (let attempt = 1; attempt <= 4; attempt++)
      assert.equal(errorAt(await postChallenge(client, pendingSession(person), { code }), 'code'), BAD)

    const fifth = await postChallenge(client, pendingSession(person), { code })
    const right = await postChallenge(client, pendingSession(person), { code: await codeOf(person) })

    for (const response of [fifth, right]) {
      assert.equal(response.header('location'), '/login')
      assert.equal(response.flashMessage('error'), 'Demasiados intentos. Espere 15 minutos.')
      assert.notProperty(response.session(), 'pending_user')
      assert.notProperty(response.session(), 'auth_web')
    }
    assert.equal((await loginLog(person)).at(-1), 'code_locked')
  })

  test('bad codes of more than a quarter of an hour ago do not count', async ({ client, assert }) => {
    const person = await makeUser('aprobador')
    const code = await wrongCode(person)
    for (let attempt = 1; attempt <= 4; attempt++)
      await postChallenge(client, pendingSession(person), { code })
    await execute(
      `update users set code_attempt_at = code_attempt_at - interval '16 minutes' where id = :id`,
      {
        id: person.id,
      }
    )

    const fifth = await postChallenge(client, pendingSession(person), { code })

    assert.equal(errorAt(fifth, 'code'), BAD)
  })

  test('a right code after the lock works', async ({ client, assert }) => {
    const person = await makeUser('aprobador')
    await execute(
      `update users set failed_codes = 0, code_locked_until = now() - interval '1 second' where id = :id`,
      { id: person.id }
    )

    assert.equal(
      (await postChallenge(client, pendingSession(person), { code: await codeOf(person) })).header(
        'location'
      ),
      '/'
    )
  })

  for (const code of ['12345', '1234567', '12 34 5', '٣٤٥٦٧٨']) {
    test(`«${code}» is told that a code has six digits, and does not count as a failure`, async ({
      client,
      assert,
    }) => {
      const person = await makeUser('aprobador')

      const response = await postChallenge(client, pendingSession(person), { code })

      assert.equal(errorAt(response, 'code'), 'El código debe tener 6 dígitos.')
      const { failedCodes } = await oneRow<{ failedCodes: number }>(
        `select failed_codes from users where id = :id`,
        { id: person.id }
      )
      assert.equal(failedCodes, 0)
      assert.isEmpty(await loginLog(person))
    })
  }

  test('an empty code is told that it is required', async ({ client, assert }) => {
    const person = await makeUser('aprobador')

    assert.equal(
      errorAt(await postChallenge(client, pendingSession(person), { code: '' }), 'code'),
      'Este campo es obligatorio.'
    )
  })

  test('a recovery code works once and says how many are left', async ({ client, assert }) => {
    const person = await makeUser('aprobador')
    const [code = ''] = await recoveryCodesOf(person)

    const first = await postChallenge(client, pendingSession(person), { recovery_code: code })
    const second = await postChallenge(client, pendingSession(person), { recovery_code: code })

    assert.equal(first.header('location'), '/')
    assert.equal(first.flashMessage('warning'), 'Ha usado un código de recuperación. Le quedan 9.')
    assert.equal(
      errorAt(second, 'recovery_code'),
      'El código de recuperación no es válido o ya se ha utilizado.'
    )
    assert.includeMembers(await loginLog(person), ['recovery_used', 'login_ok', 'code_bad'])
  })

  test('the same recovery code ten times at once works once', async ({ client, assert }) => {
    const person = await makeUser('aprobador')
    const [code = ''] = await recoveryCodesOf(person)

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => postChallenge(client, pendingSession(person), { recovery_code: code }))
    )

    assert.lengthOf(
      answers.filter((answer) => answer.header('location') === '/'),
      1
    )
  })

  test('a recovery code is read in small letters, without its dash and with look-alikes', async ({
    client,
    assert,
  }) => {
    const person = await makeUser('aprobador')
    const [code = ''] = await recoveryCodesOf(person)

    const typed = code.replace('-', ' ').toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')

    assert.equal(
      (await postChallenge(client, pendingSession(person), { recovery_code: typed })).header('location'),
      '/'
    )
  })

  test('nobody gets in with the recovery code of another', async ({ client, assert }) => {
    const [owner, other] = [await makeUser('aprobador'), await makeUser('aprobador')]
    const [code = ''] = await recoveryCodesOf(owner)

    const response = await postChallenge(client, pendingSession(other), { recovery_code: code })

    assert.equal(
      errorAt(response, 'recovery_code'),
      'El código de recuperación no es válido o ya se ha utilizado.'
    )
  })

  test('recovery codes and authenticator share one counter of failures', async ({ client, assert }) => {
    const person = await makeUser('aprobador')
    const code = await wrongCode(person)
    for (let attempt = 1; attempt <= 4; attempt++)
      await postChallenge(client, pendingSession(person), { code })

    const fifth = await postChallenge(client, pendingSession(person), { recovery_code: 'AAAAA-AAAAA' })

    assert.equal(fifth.flashMessage('error'), 'Demasiados intentos. Espere 15 minutos.')
  })

  test('the older, plain page takes both kinds of code in its one field', async ({ client, assert }) => {
    const person = await makeUser('aprobador')
    const [recovery = ''] = await recoveryCodesOf(person)

    const page = await client
      .get('/two-factor-challenge-old')
      .withSession(pendingSession(person))
      .withInertia()
    const response = await postChallenge(client, pendingSession(person), { code: recovery })

    page.assertInertiaComponent('identity/old_two_factor_challenges/create')
    assert.equal(response.header('location'), '/')
  })

  test('after ten minutes the password is asked again', async ({ client, assert }) => {
    const person = await makeUser('aprobador')
    const late: SessionData = { pending_user: { id: person.id, until: Date.now() - 1 } }

    const page = await client.get('/two-factor-challenge').withSession(late).redirects(0)
    const response = await postChallenge(client, late, { code: await codeOf(person) })

    for (const answer of [page, response]) {
      assert.equal(answer.header('location'), '/login')
      assert.equal(answer.flashMessage('warning'), 'La verificación ha caducado. Inicie sesión de nuevo.')
      assert.notProperty(answer.session(), 'auth_web')
    }
  })

  test('the page of the challenge tells nothing of the user who is awaited', async ({ client, assert }) => {
    const person = await makeUser('aprobador')

    const page = await client.get('/two-factor-challenge').withSession(pendingSession(person)).withInertia()

    page.assertInertiaComponent('identity/two_factor_challenges/create')
    const props = page.inertiaProps as Record<string, unknown>
    assert.deepEqual(props.auth, { user: null })
    assert.deepEqual(props.menu, [])
    assert.isNull(props.demoCode)
    assert.notInclude(page.text(), person.email)
  })

  test('a user who was suspended in the meantime does not get in with the right code', async ({
    client,
    assert,
  }) => {
    const person = await makeUser('aprobador')
    await execute(
      `update users set status = 'suspended', updated_by = (select max(b.id) from users b where b.role = 's1st3ma' and b.status = 'active' and b.id <> users.id and is_confirmed(b.id)) where id = :id`,
      { id: person.id }
    )

    const response = await postChallenge(client, pendingSession(person), { code: await codeOf(person) })
    const page = await client.get('/invoices').withSession(response.session()).redirects(0)

    assert.equal(page.header('location'), '/login')
  })

  test('a secret of another installation is not a bug page but a message', async ({ client, assert }) => {
    const person = await makeUser('aprobador')
    await execute(`update users set two_factor_secret_enc = 'no-es-de-esta-instalacion' where id = :id`, {
      id: person.id,
    })

    const response = await postChallenge(client, pendingSession(person), { code: '123456' })

    assert.equal(
      errorAt(response, 'code'),
      'No se puede verificar el segundo factor. Contacte con el administrador.'
    )
  })
})

test.group('Setting up the second factor', (group) => {
  group.each.setup(() => forgetFailures())

  const setupOf = (session: SessionData) =>
    (session as { two_factor_setup?: { secret: string; until: number } }).two_factor_setup

  test('the secret counts only once a code has confirmed it, and the recovery codes show once', async ({
    client,
    assert,
  }) => {
    const person = await makeUser('c0ntab1l1dad', { twoFactor: false })
    const started = await client
      .post('/2faSecurity/enable')
      .withSession(await signedIn(person))
      .withCsrfToken()
      .redirects(0)
    const secret = setupOf(started.session())?.secret ?? ''
    const enabledBefore = await oneRow<{ enabled: boolean }>(
      `select two_factor_enabled as enabled from users where id = :id`,
      { id: person.id }
    )

    const confirmed = await client
      .post('/2faSecurity/confirm')
      .withSession(started.session())
      .withCsrfToken()
      .redirects(0)
      .json({ code: currentCode(secret) })
    const shown = await client.get('/2faSecurity/active').withSession(confirmed.session()).withInertia()
    const again = await client.get('/2faSecurity/active').withSession(shown.session()).redirects(0)

    assert.isFalse(enabledBefore.enabled)
    assert.equal(confirmed.header('location'), '/2faSecurity/active')
    const { codes } = shown.inertiaProps as { codes: string[] }
    assert.lengthOf(new Set(codes) as unknown as unknown[], 10)
    for (const code of codes) assert.match(code, /^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
    assert.equal(again.header('location'), '/2faSecurity')
    assert.include(await loginLog(person), '2fa_enabled')
    const stored = await oneRow<{ secret: string; hashes: number }>(
      `select two_factor_secret_enc as secret, (select count(*)::int from user_recovery_codes where user_id = users.id and length(code_hash) = 64) as hashes from users where id = :id`,
      { id: person.id }
    )
    assert.notInclude(stored.secret, secret)
    assert.equal(stored.hashes, 10)
  })

  test('the code that confirmed the set-up does not sign in as well', async ({ client, assert }) => {
    const person = await makeUser('c0ntab1l1dad', { twoFactor: false })
    const started = await client
      .post('/2faSecurity/enable')
      .withSession(await signedIn(person))
      .withCsrfToken()
      .redirects(0)
    const code = currentCode(setupOf(started.session())?.secret ?? '')
    await client
      .post('/2faSecurity/confirm')
      .withSession(started.session())
      .withCsrfToken()
      .redirects(0)
      .json({ code })

    assert.equal(errorAt(await postChallenge(client, pendingSession(person), { code }), 'code'), BAD)
  })

  test('a bad code leaves it off', async ({ client, assert }) => {
    const person = await makeUser('c0ntab1l1dad', { twoFactor: false })
    const session = {
      ...(await signedIn(person)),
      two_factor_setup: { secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', until: Date.now() + 60_000 },
    }

    const response = await client
      .post('/2faSecurity/confirm')
      .withSession(session)
      .withCsrfToken()
      .redirects(0)
      .json({ code: '000000' })

    assert.equal(errorAt(response, 'code'), BAD)
    const { enabled } = await oneRow<{ enabled: boolean }>(
      `select two_factor_enabled as enabled from users where id = :id`,
      { id: person.id }
    )
    assert.isFalse(enabled)
  })

  test('reloading the page keeps the secret for a quarter of an hour', async ({ client, assert }) => {
    const person = await makeUser('c0ntab1l1dad', { twoFactor: false })
    const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
    const session = await signedIn(person)

    const within = await client
      .get('/2faSecurity')
      .withSession({ ...session, two_factor_setup: { secret, until: Date.now() + 60_000 } })
      .withInertia()
    const after = await client
      .get('/2faSecurity')
      .withSession({ ...session, two_factor_setup: { secret, until: Date.now() - 1 } })
      .withInertia()

    assert.equal((within.inertiaProps as { setup: { secret: string } }).setup.secret, secret)
    assert.isNull((after.inertiaProps as { setup: unknown }).setup)
  })

  test('a second factor that is on is not set up anew without asking for the old one', async ({
    client,
    assert,
  }) => {
    const person = await makeUser('aprobador')
    const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
    const before = await codeOf(person)
    const session = { ...(await signedIn(person)), two_factor_setup: { secret, until: Date.now() + 60_000 } }

    await client
      .post('/2faSecurity/confirm')
      .withSession(session)
      .withCsrfToken()
      .redirects(0)
      .json({ code: currentCode(secret) })

    assert.equal(await codeOf(person), before)
  })

  test('every role but s1st3ma keeps its second factor', async ({ client, assert }) => {
    const person = await makeUser('aprobador')
    const response = await client
      .delete('/2faSecurity')
      .withSession(await signedIn(person))
      .withCsrfToken()
      .redirects(0)
      .json({ _step_up_code: await codeOf(person) })

    assert.equal(response.flashMessage('error'), 'La autenticación en dos pasos es obligatoria para su rol.')
    const { enabled } = await oneRow<{ enabled: boolean }>(
      `select two_factor_enabled as enabled from users where id = :id`,
      { id: person.id }
    )
    assert.isTrue(enabled)
  })

  test('s1st3ma switches it off after confirming who it is', async ({ client, assert }) => {
    const person = await makeUser('s1st3ma')
    const session = await signedIn(person)

    const asked = await client
      .delete('/2faSecurity')
      .withSession(session)
      .withCsrfToken()
      .redirects(0)
      .json({})
    const done = await client
      .delete('/2faSecurity')
      .withSession(session)
      .withCsrfToken()
      .redirects(0)
      .json({ _step_up_code: await codeOf(person) })

    assert.equal(errorAt(asked, 'step_up'), 'Confirme su identidad.')
    assert.equal(done.flashMessage('success'), 'Autenticación en dos pasos desactivada.')
    const left = await oneRow<{ enabled: boolean; secret: string | null }>(
      `select two_factor_enabled as enabled, two_factor_secret_enc as secret from users where id = :id`,
      { id: person.id }
    )
    assert.deepEqual(left, { enabled: false, secret: null })
    assert.includeMembers(await loginLog(person), ['step_up_ok', '2fa_disabled'])
  })

  test('new recovery codes ask for the second factor, and void the old ones', async ({ client, assert }) => {
    const person = await makeUser('aprobador')
    const [old = ''] = await recoveryCodesOf(person)
    const session = await signedIn(person)
    const renew = (body: object) =>
      client.post('/2faSecurity/recovery-codes').withSession(session).withCsrfToken().redirects(0).json(body)

    const asked = await renew({})
    const wrong = await renew({ _step_up_code: await wrongCode(person) })
    const done = await renew({ _step_up_code: await codeOf(person) })

    assert.equal(errorAt(asked, 'step_up'), 'Confirme su identidad.')
    assert.equal(errorAt(wrong, 'step_up'), BAD)
    assert.equal(done.header('location'), '/2faSecurity/active')
    assert.equal(
      errorAt(await postChallenge(client, pendingSession(person), { recovery_code: old }), 'recovery_code'),
      'El código de recuperación no es válido o ya se ha utilizado.'
    )
  })

  test('a confirmed identity holds for five minutes', async ({ client, assert }) => {
    const person = await makeUser('aprobador')
    const session = await signedIn(person)
    const renew = (body: object) =>
      client.post('/2faSecurity/recovery-codes').withSession(session).withCsrfToken().redirects(0).json(body)
    await renew({ _step_up_code: await codeOf(person) })

    const soon = await renew({})
    await execute(
      `update user_sessions set step_up_at = step_up_at - interval '5 minutes' where user_id = :id`,
      { id: person.id }
    )
    const later = await renew({})

    assert.equal(soon.header('location'), '/2faSecurity/active')
    assert.equal(errorAt(later, 'step_up'), 'Confirme su identidad.')
  })
})
