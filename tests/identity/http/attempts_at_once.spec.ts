import hash from '@adonisjs/core/services/hash'
import type { ApiResponse } from '@japa/api-client'
import { test } from '@japa/runner'
import { verifyPassword } from '#app/identity/actions/verify_password'
import { verifyCode, verifyRecoveryCode } from '#app/identity/actions/verify_second_factor'
import { replaceRecoveryCodes } from '#app/identity/recovery_codes'
import { inTransaction, oneRow } from '#app/kernel/database/sql'
import { makeUser, type Person, TEST_PASSWORD } from '#tests/factories/people'
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

const AT_ONCE = 50
const ALLOWED = 5
const origin = { ip: '127.0.0.1', userAgent: 'prueba' }

const logged = async (person: Person, kind: string): Promise<number> =>
  (await loginLog(person)).filter((event) => event === kind).length

/** How often the stored hash of this person is compared while `work` runs. */
async function comparisonsOf(person: Person, work: () => Promise<unknown>): Promise<number> {
  const { stored } = await oneRow<{ stored: string }>(
    `select password_hash as stored from users where id = :id`,
    { id: person.id }
  )
  const compare = hash.verify.bind(hash)
  let comparisons = 0
  hash.verify = (hashed, plain) => {
    if (hashed === stored) comparisons++
    return compare(hashed, plain)
  }
  try {
    await work()
  } finally {
    hash.verify = compare
  }
  return comparisons
}

const atOnce = <T>(attempt: (at: number) => Promise<T>): Promise<PromiseSettledResult<T>[]> =>
  Promise.allSettled(Array.from({ length: AT_ONCE }, (_, at) => attempt(at)))

test.group('Fifty attempts at once', (group) => {
  group.each.setup(() => forgetFailures())

  test('fifty bad passwords at once are compared five times', async ({ assert }) => {
    const person = await makeUser('aprobador')

    const compared = await comparisonsOf(person, () =>
      atOnce((at) => verifyPassword({ email: person.email, password: `mala-${at}`, origin }))
    )

    assert.equal(compared, ALLOWED)
    assert.equal(await logged(person, 'login_bad_password'), ALLOWED)
    assert.equal(await logged(person, 'login_locked'), AT_ONCE - ALLOWED)
  })

  test('after four failures one of fifty at once is compared, and then not even the right one', async ({
    assert,
  }) => {
    const person = await makeUser('aprobador')
    const fail = () => verifyPassword({ email: person.email, password: 'mala', origin })
    for (let attempt = 1; attempt <= 4; attempt++) await assert.rejects(fail)

    const compared = await comparisonsOf(person, () => atOnce(fail))

    assert.equal(compared, 1)
    await assert.rejects(
      () => verifyPassword({ email: person.email, password: TEST_PASSWORD, origin }),
      /^Cuenta bloqueada temporalmente/
    )
  })

  test('over HTTP too, whoever asks', async ({ client, assert }) => {
    const person = await makeUser('aprobador')

    const compared = await comparisonsOf(person, () =>
      atOnce((at) => postLogin(client, person.email, `mala-larga-${at}`))
    )

    assert.equal(compared, ALLOWED)
  })

  test('from one address twenty are tried at most, whatever the accounts', async ({ client, assert }) => {
    const people = await Promise.all(Array.from({ length: AT_ONCE }, () => makeUser('aprobador')))

    await Promise.all(people.map(({ email }) => postLogin(client, email, 'mala-y-larga')))

    const { tried } = await oneRow<{ tried: number }>(
      `select count(*)::int as tried from login_events where user_id = any(:ids::bigint[])`,
      { ids: people.map(({ id }) => id) }
    )
    assert.equal(tried, 20)
  })

  test('right passwords at once from one address take nothing of its tries', async ({ client, assert }) => {
    const people = await Promise.all(Array.from({ length: 15 }, () => makeUser('aprobador')))

    for (let round = 1; round <= 3; round++)
      await Promise.all(people.map(({ email }) => postLogin(client, email)))
    const answer: ApiResponse = await postLogin(client, people[0]?.email ?? '')

    assert.equal(answer.header('location'), '/two-factor-challenge')
  })

  test('fifty bad codes at once are compared five times', async ({ assert }) => {
    const person = await makeUser('aprobador')
    const code = await wrongCode(person)

    await atOnce(() => verifyCode({ userId: person.id, code, origin }))

    assert.equal(await logged(person, 'code_bad'), ALLOWED)
    assert.equal(await logged(person, 'code_locked'), AT_ONCE - ALLOWED)
    await assert.rejects(
      async () => verifyCode({ userId: person.id, code: await codeOf(person), origin }),
      'Demasiados intentos. Espere 15 minutos.'
    )
  })

  test('codes, recovery codes and confirmations at once share five attempts', async ({ assert }) => {
    const person = await makeUser('aprobador')
    const code = await wrongCode(person)

    await atOnce((at) =>
      at % 3 === 0
        ? verifyRecoveryCode({ userId: person.id, code: `AAAAA-${String(at).padStart(5, 'A')}`, origin })
        : verifyCode({ userId: person.id, code, origin, purpose: at % 3 === 1 ? 'login' : 'step_up' })
    )

    const compared = (await logged(person, 'code_bad')) + (await logged(person, 'step_up_bad'))
    assert.equal(compared, ALLOWED)
  })

  test('a right recovery code behind fifty bad ones does not get in, and is not spent', async ({
    client,
    assert,
  }) => {
    const person = await makeUser('aprobador')
    const [right = ''] = await inTransaction((trx) => replaceRecoveryCodes(person.id, trx))
    await atOnce(() => postChallenge(client, pendingSession(person), { recovery_code: 'AAAAA-AAAAA' }))

    const answer = await postChallenge(client, pendingSession(person), { recovery_code: right })

    assert.equal(answer.flashMessage('error'), 'Demasiados intentos. Espere 15 minutos.')
    const { left } = await oneRow<{ left: number }>(
      `select count(*)::int as left from user_recovery_codes where user_id = :id and used_at is null`,
      { id: person.id }
    )
    assert.equal(left, 10)
  })

  test('a code of the wrong form takes no attempt', async ({ client, assert }) => {
    const person = await makeUser('aprobador')
    await atOnce(() => postChallenge(client, pendingSession(person), { code: '12345' }))

    const answer = await postChallenge(client, pendingSession(person), { code: await codeOf(person) })

    assert.isUndefined(errorAt(answer, 'code'))
    assert.equal(answer.header('location'), '/')
  })
})
