import { test } from '@japa/runner'
import { completeConsent } from '#app/connectors/actions/complete_consent'
import { replaceCredentials } from '#app/connectors/actions/replace_credentials'
import { startConsent } from '#app/connectors/actions/start_consent'
import { testConnector } from '#app/connectors/actions/test_connector'
import { openClient } from '#app/connectors/client/open_client'
import type { NotSent } from '#app/connectors/client/provider_client'
import { execute, rows } from '#app/kernel/database/sql'
import {
  connectTo,
  type ProbeBank,
  type ProbeConnection,
  startProbeBank,
  stateOf,
} from '#tests/factories/connectors'
import { makeUser } from '#tests/factories/people'

const list = { method: 'GET' as const, path: '/things' }
const failureOf = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    (error: unknown) => error as NotSent
  )

/** A connection to which a person has just consented. */
async function consented(bank: ProbeBank): Promise<ProbeConnection> {
  const connection = await connectTo(bank)
  const { id, person } = connection
  const address = new URL(await startConsent(id, person.actor))
  await completeConsent(
    { state: address.searchParams.get('state') ?? '', code: 'codigo-canario-1', error: null },
    person.actor
  )
  return connection
}

test.group('Tokens of a connection', (group) => {
  let bank: ProbeBank
  group.each.setup(async () => {
    bank = await startProbeBank({ withTokens: true })
    return () => bank.close()
  })

  test('come with the consent of a person, who alone may bring it back', async ({ assert }) => {
    const { id, person } = await connectTo(bank)
    assert.equal((await stateOf(id)).status, 'auth_required')
    const tried = await testConnector(id, person.actor)
    assert.equal(tried.message, 'Falta autorizar la conexión en Probanco.')

    const address = new URL(await startConsent(id, person.actor))
    const came = { state: address.searchParams.get('state') ?? '', code: 'codigo', error: null }
    const other = await makeUser('s1st3ma')

    await assert.rejects(() => completeConsent(came, other.actor), /otra persona/)
    await assert.rejects(
      () => completeConsent({ ...came, state: `${came.state}x` }, person.actor),
      /caducado/
    )
    const { outcome } = await completeConsent(came, person.actor)
    assert.isNull(outcome.message)
    assert.equal((await stateOf(id)).status, 'active')
    await assert.rejects(() => completeConsent(came, person.actor), /entretanto/)
  })

  test('are renewed by one of ten callers, and the others wait for it', async ({ assert }) => {
    const { id } = await consented(bank)
    await execute(`update connectors set access_renew_at = now() - interval '1 second' where id = :id`, {
      id,
    })
    bank.renewals = 100

    const answers = await Promise.all(
      Array.from({ length: 10 }, async () => (await openClient(id)).ask(list))
    )

    assert.isTrue(answers.every(({ status }) => status === 200))
    assert.equal(bank.renewals, 101)
  })

  test('that lived four fifths of their life are renewed before the next call', async ({ assert }) => {
    bank.tokenSeconds = 1000
    const { id } = await consented(bank)

    const [life] = await rows<{ share: number }>(
      `select (extract(epoch from access_renew_at - now()) / extract(epoch from access_expires_at - now()))::float8 as share
         from connectors where id = :id`,
      { id }
    )

    assert.approximately(life?.share ?? 0, 0.8, 0.01)
  })

  test('refused once are renewed once and the call repeated once', async ({ assert }) => {
    const { id } = await consented(bank)
    bank.faults.plan('things.list', 'expired_token')
    bank.arrivals.length = 0

    const answer = await (await openClient(id)).ask(list)

    assert.equal(answer.status, 200)
    assert.deepEqual(
      bank.arrivals.map(({ operation }) => operation),
      ['things.list', 'tokens.create', 'things.list']
    )
    assert.equal((await stateOf(id)).status, 'active')
  })

  test('refused again after their renewal end all calling: there is no loop', async ({ assert }) => {
    const { id } = await consented(bank)
    bank.faults.plan('things.list', 'expired_token', 100)
    bank.arrivals.length = 0

    const failures = await Promise.all(
      Array.from({ length: 6 }, async () => failureOf((await openClient(id)).ask(list)))
    )
    const calls = bank.arrivals.length
    const later = await failureOf((await openClient(id)).ask(list))

    assert.isTrue(failures.every((one) => one?.reason === 'authorisation_needed'))
    assert.equal(later?.reason, 'authorisation_needed')
    assert.lengthOf(
      bank.arrivals.filter(({ operation }) => operation === 'tokens.create'),
      1
    )
    assert.isAtMost(calls, 13)
    assert.lengthOf(bank.arrivals, calls)
    assert.include(await stateOf(id), { status: 'auth_required' })
  })

  test('whose renewal is refused wait for a person, and people are told once', async ({ assert }) => {
    const { id, person } = await consented(bank)
    bank.isConsentGone = true
    await execute(`update connectors set access_renew_at = now() - interval '1 second' where id = :id`, {
      id,
    })
    bank.arrivals.length = 0

    const failures = await Promise.all(
      Array.from({ length: 5 }, async () => failureOf((await openClient(id)).ask(list)))
    )

    assert.isTrue(failures.every((one) => one?.reason === 'authorisation_needed'))
    assert.deepEqual(
      bank.arrivals.map(({ operation }) => operation),
      ['tokens.create']
    )
    const mails = await rows<{ subject: string }>(
      `select subject from outgoing_mails where object_type = 'connector' and object_id = :id and "to" = :email`,
      { id, email: person.email }
    )
    assert.deepEqual(mails, [{ subject: 'Conexión sin autorización: Probanco «Principal»' }])
  })

  test('that still count are used while the renewal finds no answer', async ({ assert }) => {
    const { id } = await consented(bank)
    await execute(`update connectors set access_renew_at = now() - interval '1 second' where id = :id`, {
      id,
    })
    bank.faults.plan('tokens.create', 'lost_before')

    const answer = await (await openClient(id)).ask(list)

    assert.equal(answer.status, 200)
    assert.include(await stateOf(id), { status: 'active' })
  })
})

test.group('A key that is refused', (group) => {
  let bank: ProbeBank
  group.each.setup(async () => {
    bank = await startProbeBank()
    return () => bank.close()
  })

  test('is not tried again until somebody has given another', async ({ assert }) => {
    const { id, person } = await connectTo(bank)
    bank.key = 'clave-nueva-9372'
    bank.arrivals.length = 0

    const first = await failureOf((await openClient(id)).ask(list))
    const second = await failureOf((await openClient(id)).ask(list))
    assert.deepEqual([first?.reason, second?.reason], ['authorisation_needed', 'authorisation_needed'])
    assert.lengthOf(bank.arrivals, 1)

    const outcome = await replaceCredentials(id, { key: bank.key }, person.actor)
    assert.isNull(outcome.message)
    assert.equal((await (await openClient(id)).ask(list)).status, 200)
    assert.equal((await stateOf(id)).status, 'active')
  })
})
