import { test } from '@japa/runner'
import { createConnector } from '#app/connectors/actions/create_connector'
import { disableConnector } from '#app/connectors/actions/disable_connector'
import { pauseConnector } from '#app/connectors/actions/pause_connector'
import { reconnectConnector } from '#app/connectors/actions/reconnect_connector'
import { replaceCredentials } from '#app/connectors/actions/replace_credentials'
import { resumeConnector } from '#app/connectors/actions/resume_connector'
import { updateConnector } from '#app/connectors/actions/update_connector'
import { warnOfConsents } from '#app/connectors/actions/warn_of_consents'
import { openClient } from '#app/connectors/client/open_client'
import { type ConnectorTurn, followConnectors } from '#app/connectors/connector_followers'
import { disableHindrances } from '#app/connectors/ports'
import { findConnection } from '#app/connectors/queries/find_connection'
import { callsList, callsOf, findCall } from '#app/connectors/queries/list_calls'
import { findConnectorFacts, listConnectors } from '#app/connectors/queries/list_connectors'
import { subscribe } from '#app/connectors/webhooks/subscribe'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import { listOf } from '#app/kernel/lists/listing'
import { databaseRefusal } from '#app/web/database_refusals'
import { connectTo, PROBE_KEY, type ProbeBank, startProbeBank, stateOf } from '#tests/factories/connectors'

const turns: ConnectorTurn[] = []
followConnectors(async (turn) => {
  turns.push(turn)
})
/** Stands for payments on their way: those connections whose settings say so. */
disableHindrances.answer({
  rows: (record) =>
    `select 1 from connectors held cross join generate_series(1, (held.settings ->> 'held')::int) where held.id = ${record}`,
  says: (count) => `Hay ${count} pagos en curso con este proveedor.`,
})

const ALL = {
  page: 1,
  perPage: 25,
  sort: 'at',
  direction: 'desc',
  cursor: null,
  exactCount: false,
} as const

const eventsOf = (id: number) =>
  rows<{ event: string; fromStatus: string | null; toStatus: string | null }>(
    `select event, from_status, to_status from audit_events where object_type = 'connector' and object_id = :id order by id`,
    { id }
  )

test.group('A connection', (group) => {
  let bank: ProbeBank
  group.each.setup(async () => {
    bank = await startProbeBank()
    turns.length = 0
    return () => bank.close()
  })

  test('is active once its test works, and all who follow are told', async ({ assert }) => {
    const { id, siteId } = await connectTo(bank)

    assert.deepEqual(turns, [
      { connectorId: id, from: null, to: 'auth_required' },
      { connectorId: id, from: 'auth_required', to: 'active' },
    ])
    assert.deepEqual(await eventsOf(id), [
      { event: 'connector.created', fromStatus: null, toStatus: 'auth_required' },
      { event: 'connector.reconnect', fromStatus: 'auth_required', toStatus: 'active' },
    ])
    assert.deepEqual(await findConnection(id), {
      id,
      provider: bank.code,
      siteId,
      label: 'Principal',
      environment: 'sandbox_local',
      baseUrl: bank.url,
      settings: {},
    })
  })

  test('is paused, goes on, and is reconnected only where it waits for it', async ({ assert }) => {
    const { id, person } = await connectTo(bank)

    await assert.rejects(() => reconnectConnector(id, person.actor), /«Reconectar»/)
    await pauseConnector(id, 'Revisión', person.actor)
    await resumeConnector(id, person.actor)

    assert.equal((await stateOf(id)).status, 'active')
    assert.deepEqual(
      turns.slice(2).map(({ from, to }) => [from, to]),
      [
        ['active', 'paused'],
        ['paused', 'active'],
      ]
    )
  })

  test('shows what was asked with it, newest first, and the bodies of a call', async ({ assert }) => {
    const { id } = await connectTo(bank)
    const client = await openClient(id)
    await client.ask({
      method: 'POST',
      path: '/things',
      query: { 'iban[]': ['ES9121000418450200051332'] },
      headers: { 'idempotency-key': 'OP-1' },
      body: { kind: 'json', value: { iban: 'ES9121000418450200051332', name: 'Ana' } },
    })
    bank.faults.plan('things.list', 'bad_gateway')
    await client.ask({ method: 'GET', path: '/things' })

    const page = await listOf(callsList, ALL, callsOf(id))
    assert.deepEqual(
      page.rows.map(({ method, path, result, idempotencyKey }) => [
        method,
        path,
        result.label,
        idempotencyKey,
      ]),
      [
        ['GET', '/things', '502', null],
        ['POST', '/things?iban%5B%5D=ES91***1332', '200', 'OP-1'],
        ['GET', '/account', '200', null],
      ]
    )
    const bodies = await findCall(page.rows[1]?.id ?? 0, id)
    assert.equal(bodies?.requestBody, '{"iban":"ES91***1332","name":"Ana"}')
    assert.equal(bodies?.responseBody, '{"ok":true,"echo":"ES91***1332"}')
    assert.isNull(await findCall(page.rows[1]?.id ?? 0, id + 1))
  })

  test('waits for authorisation when its key is wrong', async ({ assert }) => {
    const { id } = await connectTo(bank, { key: 'clave-equivocada' })

    assert.equal((await stateOf(id)).status, 'auth_required')
    const facts = await findConnectorFacts(id, 'all')
    assert.deepInclude(facts.status, { code: 'auth_required', label: 'Requiere autorización' })
  })

  test('is told to pages without its secrets, and only to those who work with its company', async ({
    assert,
  }) => {
    const { id, siteId } = await connectTo(bank)

    const [facts] = await listConnectors({ siteIds: [siteId] })
    assert.equal(facts?.id, id)
    assert.deepEqual(facts?.hints[0], {
      key: 'key',
      label: 'Clave',
      last4: PROBE_KEY.slice(-4),
      writtenOn: facts?.hints[0]?.writtenOn ?? '',
    })
    assert.notInclude(JSON.stringify(facts), PROBE_KEY)
    assert.isEmpty(await listConnectors({ siteIds: [siteId + 100_000] }))
    await assert.rejects(() => findConnectorFacts(id, [siteId + 100_000]))
  })

  test('needs its label, an address and what its provider asks for', async ({ assert }) => {
    const { siteId, person } = await connectTo(bank)
    const given = {
      provider: bank.code,
      siteId,
      label: 'Segunda',
      environment: 'sandbox_local' as const,
      baseUrl: bank.url as string | null,
      credentials: { key: PROBE_KEY },
    }
    const fieldOf = (change: Partial<typeof given>) =>
      createConnector({ ...given, ...change }, person.actor).then(
        () => null,
        (error: { field?: string }) => error.field
      )

    assert.equal(await fieldOf({ label: 'Principal' }), 'label')
    assert.equal(await fieldOf({ label: ' ' }), 'label')
    assert.equal(await fieldOf({ baseUrl: null }), 'base_url')
    assert.equal(await fieldOf({ baseUrl: 'http://169.254.169.254' }), 'base_url')
    assert.equal(await fieldOf({ credentials: { key: '' } }), 'credentials.key')
    assert.isNull(await fieldOf({}))
  })

  test('takes its secrets to no other address than they were given for', async ({ assert }) => {
    const { id, person } = await connectTo(bank)
    const other = await startProbeBank()
    const { lockVersion } = await findConnectorFacts(id, 'all')
    const change = {
      label: 'Principal',
      environment: 'sandbox_local' as const,
      baseUrl: other.url,
      lockVersion,
    }

    await assert.rejects(
      () => updateConnector(id, change, person.actor),
      /volver a introducir las credenciales/
    )
    await updateConnector(id, { ...change, credentials: { key: 'clave-de-la-otra' } }, person.actor)
    await other.close()

    assert.equal((await stateOf(id)).status, 'auth_required')
    const error = await execute(`update connectors set base_url = 'https://otra.test' where id = :id`, {
      id,
    }).catch((refused: unknown) => refused)
    assert.include(databaseRefusal(error)?.message, 'volver a introducir las credenciales')
  })

  test('another address or other credentials are told to people: who did it and when', async ({ assert }) => {
    const { id, person } = await connectTo(bank)
    const { name, email } = await oneRow<{ name: string; email: string }>(
      `select name, email::text from users where id = :id`,
      person
    )
    const told = () =>
      rows<{ subject: string; body: string }>(
        `select subject, body from outgoing_mails where object_type = 'connector' and object_id = :id and "to" = :email order by id`,
        { id, email }
      )

    await replaceCredentials(id, { key: PROBE_KEY }, person.actor)
    assert.isEmpty(await told())
    await replaceCredentials(id, { key: 'otra-clave-1234' }, person.actor)
    const { lockVersion, label } = await findConnectorFacts(id, 'all')
    const other = await startProbeBank()
    await updateConnector(
      id,
      {
        label,
        environment: 'sandbox_local',
        baseUrl: other.url,
        credentials: { key: 'clave-de-la-otra' },
        lockVersion,
      },
      person.actor
    )
    await other.close()

    const [credentials, address] = (await told()).filter(({ subject }) => /^Ha(n)? cambiado/.test(subject))
    assert.match(credentials?.subject ?? '', /Han cambiado las credenciales/)
    assert.match(
      credentials?.body ?? '',
      new RegExp(`El \\d\\d/\\d\\d/\\d{4} \\d\\d:\\d\\d .*: lo hizo ${name}\\.`)
    )
    assert.notInclude(credentials?.body ?? '', 'otra-clave-1234')
    assert.match(address?.subject ?? '', /Ha cambiado la dirección/)
    assert.include(address?.body, `Llevaba a ${bank.url} y ahora lleva a ${other.url}`)
  })

  test('changed by somebody else meanwhile is not overwritten', async ({ assert }) => {
    const { id, person } = await connectTo(bank)
    const { lockVersion, baseUrl } = await findConnectorFacts(id, 'all')
    const change = { environment: 'sandbox_local' as const, baseUrl, lockVersion }
    await updateConnector(id, { ...change, label: 'Una' }, person.actor)

    await assert.rejects(() => updateConnector(id, { ...change, label: 'Otra' }, person.actor), /Recargue/)
    assert.equal((await findConnectorFacts(id, 'all')).label, 'Una')
  })

  test('with payments on their way is not disabled; without them it ends for good and forgets its secrets', async ({
    assert,
  }) => {
    const { id, person } = await connectTo(bank)
    await subscribe(id)
    assert.lengthOf(bank.subscriptions, 1)
    await execute(`update connectors set settings = '{"held": 3}' where id = :id`, { id })
    await assert.rejects(() => disableConnector(id, person.actor), 'Hay 3 pagos en curso con este proveedor.')
    await execute(`update connectors set settings = '{}' where id = :id`, { id })

    await disableConnector(id, person.actor)

    assert.deepEqual(
      await oneRow(
        `select status, credentials, tokens, webhook_secrets, webhook_subscription_id from connectors where id = :id`,
        { id }
      ),
      {
        status: 'disabled',
        credentials: null,
        tokens: null,
        webhookSecrets: null,
        webhookSubscriptionId: null,
      }
    )
    assert.deepEqual(bank.arrivals.at(-1)?.operation, 'subscriptions.delete')
    const error = await execute(`update connectors set status = 'paused' where id = :id`, { id }).catch(
      (refused: unknown) => refused
    )
    assert.include(databaseRefusal(error)?.message, 'desactivada')
  })

  test('whose consent ends is told of fourteen, seven, three days and one day before, once each', async ({
    assert,
  }) => {
    const { id, person } = await connectTo(bank)
    await execute(`update connectors set consent_expires_at = '2031-03-31T10:00:00Z' where id = :id`, { id })
    const days = [
      '2031-03-16',
      '2031-03-18',
      '2031-03-19',
      '2031-03-25',
      '2031-03-27',
      '2031-03-29',
      '2031-03-30',
    ]
    for (const day of days) await warnOfConsents(new Date(`${day}T12:00:00Z`))
    await warnOfConsents(new Date('2031-03-30T18:00:00Z'))

    const mails = await rows<{ subject: string }>(
      `select subject from outgoing_mails where object_type = 'connector' and object_id = :id and "to" = :email order by id`,
      { id, email: person.email }
    )
    assert.deepEqual(
      mails.map(({ subject }) => subject.split(':')[0]),
      [
        'La autorización caduca en 14 días',
        'La autorización caduca en 7 días',
        'La autorización caduca en 3 días',
        'La autorización caduca mañana',
      ]
    )
  })
})
