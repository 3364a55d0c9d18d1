import { test } from '@japa/runner'
import { NotSent } from '#app/connectors/client/provider_client'
import { type EventOutcome, handleEvents } from '#app/connectors/event_handlers'
import { processEvent, processOpenEvents } from '#app/connectors/webhooks/process_event'
import { execute, oneRow } from '#app/kernel/database/sql'
import { connectTo, type ProbeBank, startProbeBank } from '#tests/factories/connectors'

/** What comes of the events of an object, told by each test; others are nobody's. */
const outcomes = new Map<string, EventOutcome | Error>()
/** What happens while an object is read. */
const meanwhile = new Map<string, () => Promise<unknown>>()
const readings: string[] = []
handleEvents(async ({ objectId }) => {
  readings.push(objectId)
  await meanwhile.get(objectId)?.()
  const outcome = outcomes.get(objectId) ?? 'ignored'
  if (outcome instanceof Error) throw outcome
  return outcome
})

const statusOf = (id: number) =>
  oneRow<{ status: string; attempts: number; error: string | null }>(
    `select status, attempts, error from webhook_events where id = :id`,
    { id }
  )

test.group('What a provider told', (group) => {
  let bank: ProbeBank
  let connectorId: number
  group.setup(async () => {
    bank = await startProbeBank()
    connectorId = (await connectTo(bank)).id
    return () => bank.close()
  })

  const tell = async (objectId: string, receivedAgo = '0 minutes') => {
    const { id } = await oneRow<{ id: number }>(
      `insert into webhook_events (connector_id, external_event_id, type, object_kind, object_id, payload, received_at)
       values (:connectorId, gen_random_uuid()::text, 'thing.changed', 'thing', :objectId, '{}', now() - :receivedAgo::interval) returning id`,
      { connectorId, objectId, receivedAgo }
    )
    return id
  }

  test('is done when somebody acted on it, and not done twice', async ({ assert }) => {
    outcomes.set('T-1', 'processed')
    const id = await tell('T-1')

    assert.equal(await processEvent(id), 'processed')
    assert.isNull(await processEvent(id))
    assert.include(await statusOf(id), { status: 'processed', attempts: 1 })
  })

  test('of an object that is not known yet is taken up again, and given up after a day', async ({
    assert,
  }) => {
    outcomes.set('T-2', 'waiting')
    const id = await tell('T-2')
    assert.equal(await processEvent(id), 'waiting')

    await processOpenEvents()
    assert.include(await statusOf(id), { status: 'waiting', attempts: 1 })
    await execute(`update webhook_events set next_try_at = now() where id = :id`, { id })
    await processOpenEvents()
    assert.include(await statusOf(id), { status: 'waiting', attempts: 2 })

    await execute(
      `update webhook_events set next_try_at = now(), received_at = now() - interval '25 hours' where id = :id`,
      { id }
    )
    await processOpenEvents()
    assert.include(await statusOf(id), { status: 'ignored', error: 'No es de ningún objeto conocido.' })
  })

  test('waits while the provider cannot be asked', async ({ assert }) => {
    outcomes.set('T-3', new NotSent('no_connection', 'Sin conexión'))
    const id = await tell('T-3')

    assert.equal(await processEvent(id), 'waiting')
    outcomes.set('T-3', 'processed')
    await execute(`update webhook_events set next_try_at = now() where id = :id`, { id })
    await processOpenEvents()

    assert.include(await statusOf(id), { status: 'processed', error: null })
  })

  test('that a bug cannot take keeps its reason, and does not stop the others', async ({ assert }) => {
    outcomes.set('T-4', new Error('roto'))
    outcomes.set('T-5', 'processed')
    const broken = await tell('T-4', '5 minutes')
    const sound = await tell('T-5', '5 minutes')

    const { troubles } = await processOpenEvents()

    assert.lengthOf(troubles, 1)
    assert.include(await statusOf(broken), { status: 'waiting', error: 'Error: roto' })
    assert.include(await statusOf(sound), { status: 'processed' })
  })

  test('of one object many times is read once, but for what was told while it was read', async ({
    assert,
  }) => {
    outcomes.set('T-7', 'processed')
    const [first, second, other] = [await tell('T-7'), await tell('T-7'), await tell('T-8')]
    let late = 0
    meanwhile.set('T-7', async () => {
      meanwhile.clear()
      late = await tell('T-7')
    })

    assert.equal(await processEvent(first), 'processed')

    const statuses = await Promise.all(
      [first, second, late, other].map(async (id) => (await statusOf(id)).status)
    )
    assert.deepEqual(statuses, ['processed', 'processed', 'received', 'received'])
    assert.isNull(await processEvent(second))
    assert.deepEqual(
      readings.filter((objectId) => objectId === 'T-7'),
      ['T-7']
    )
  })

  test('that cannot be read leaves what else was told of its object open', async ({ assert }) => {
    outcomes.set('T-9', 'waiting')
    const [first, second] = [await tell('T-9'), await tell('T-9')]

    assert.equal(await processEvent(first), 'waiting')

    assert.include(await statusOf(second), { status: 'received', attempts: 0 })
  })

  test('of nobody’s interest is put aside', async ({ assert }) => {
    const id = await tell('T-6')

    assert.equal(await processEvent(id), 'ignored')
  })
})
