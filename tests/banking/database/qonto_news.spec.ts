import { test } from '@japa/runner'
import { qontoStandIn } from '#app/banking/providers/qonto/stand_in/qonto_stand_in'
import { seedQonto } from '#app/banking/providers/qonto/stand_in/seed'
import { QONTO_STAND_IN_CREDENTIALS } from '#app/banking/providers/qonto/stand_in/state'
import { completeConsent } from '#app/connectors/actions/complete_consent'
import { createConnector } from '#app/connectors/actions/create_connector'
import { startConsent } from '#app/connectors/actions/start_consent'
import { testConnector } from '#app/connectors/actions/test_connector'
import { serveStandIn } from '#app/connectors/stand_in/stand_in_server'
import { subscribe } from '#app/connectors/webhooks/subscribe'
import { rows } from '#app/kernel/database/sql'
import { makeIban, makeSite } from '#tests/factories/books'
import { makeUser } from '#tests/factories/people'

/** A connection that reads by its key and to which nobody has consented yet. */
async function readsByKey(cleanup: (end: () => Promise<void>) => void) {
  const standIn = qontoStandIn(
    seedQonto({
      accounts: [{ iban: makeIban(), name: 'Cuenta principal', openingMinor: 100_000 }],
      movements: [],
    })
  )
  const { url, close } = await serveStandIn(standIn, { slowMs: 50 })
  cleanup(close)
  const [{ siteId }, { actor }] = [await makeSite(), await makeUser('s1st3ma')]
  const { id } = await createConnector(
    {
      provider: 'qonto',
      siteId,
      label: 'Qonto',
      environment: 'sandbox_local',
      baseUrl: url,
      credentials: { ...QONTO_STAND_IN_CREDENTIALS },
    },
    actor
  )
  const consent = async () => {
    const { code = '' } = ((await standIn.acts.consent?.({})) ?? {}) as { code?: string }
    const state = new URL(await startConsent(id, actor)).searchParams.get('state') ?? ''
    await completeConsent({ state, code, error: null }, actor)
  }
  return { id, actor, standIn, consent }
}

const subscriptionRuns = (id: number) =>
  rows(
    `select id from job_runs where queue = 'connectors.subscription' and object_type = 'connector' and object_id = :id`,
    { id }
  )

test.group('News of Qonto', () => {
  test('are not asked for with a key alone, which Qonto refuses', async ({ assert, cleanup }) => {
    const { id, actor, standIn } = await readsByKey(cleanup)

    await testConnector(id, actor)

    assert.isEmpty(await subscriptionRuns(id))
    assert.isFalse(await subscribe(id))
    assert.isEmpty(standIn.state.subscriptions)
  })

  test('are asked for once somebody consents, though the connection was active before', async ({
    assert,
    cleanup,
  }) => {
    const { id, actor, standIn, consent } = await readsByKey(cleanup)

    await consent()

    assert.lengthOf(await subscriptionRuns(id), 1)
    assert.isTrue(await subscribe(id))
    assert.lengthOf(standIn.state.subscriptions, 1)
    await testConnector(id, actor)
    assert.lengthOf(await subscriptionRuns(id), 1)
  })
})
