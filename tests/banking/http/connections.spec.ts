import { test } from '@japa/runner'
import { replaceCredentials } from '#app/connectors/actions/replace_credentials'
import { startConsent } from '#app/connectors/actions/start_consent'
import { execute, oneRow, row } from '#app/kernel/database/sql'
import { startOfMonth, today } from '#app/kernel/time/calendar_date'
import { makeBankStage } from '#tests/factories/bank_pages'
import { makeBankAccount, makeSite } from '#tests/factories/books'
import { makeSignedIn } from '#tests/factories/sign_in'
import { csvStatement, importBytes } from '#tests/factories/statements'

const SECRET = 'clave-canario-de-qonto-4821'
const stepUp = () => execute(`update user_sessions set step_up_at = now()`)

const wanted = (siteId: number) => ({
  site_id: siteId,
  label: 'Qonto Hotel Sol',
  environment: 'sandbox_local',
  base_url: 'http://127.0.0.1:9',
  credentials: { login: 'hotel-sol-4821', secretKey: SECRET },
})

test.group('Connecting a bank', () => {
  test('asks for the second factor before anything is kept', async ({ assert, client }) => {
    const { siteId } = await makeSite()
    const { session } = await makeSignedIn('aprobador', { siteIds: [siteId] })

    const answer = await client
      .post('/qontos')
      .withSession(session)
      .withCsrfToken()
      .redirects(0)
      .json(wanted(siteId))

    assert.property(answer.flashMessages().inputErrorsBag ?? {}, 'step_up')
    assert.isNull(await row(`select 1 from connectors where site_id = :siteId`, { siteId }))
  })

  test('keeps it, tries it, and says in words why it did not work', async ({ assert, client }) => {
    const { siteId } = await makeSite()
    const { session } = await makeSignedIn('aprobador', { siteIds: [siteId] })
    await stepUp()

    const answer = await client
      .post('/qontos')
      .withSession(session)
      .withCsrfToken()
      .redirects(0)
      .json(wanted(siteId))

    const made = await oneRow<{ id: number; status: string; credentials: string }>(
      `select id, status, credentials from connectors where site_id = :siteId`,
      { siteId }
    )
    answer.assertHeader('location', `/qontos/${made.id}/edit`)
    assert.equal(made.status, 'auth_required')
    assert.notInclude(made.credentials, SECRET)
    const tested = answer.flashMessages().connection_tested as { message: string }
    assert.equal(tested.message, 'No se ha podido conectar con Qonto. Inténtelo más tarde.')
    const page = await client.get(`/qontos/${made.id}/edit`).withSession(session).withInertia()
    assert.notInclude(page.text(), SECRET)
    const { hints } = page.inertiaProps as { hints: { key: string; last4: string | null }[] }
    assert.equal(hints.find(({ key }) => key === 'secretKey')?.last4, '4821')
  })

  test('says at its field what is wrong', async ({ assert, client }) => {
    const { siteId } = await makeSite()
    const { session } = await makeSignedIn('aprobador', { siteIds: [siteId] })
    await stepUp()

    const answer = await client
      .post('/revoluts')
      .withSession(session)
      .withCsrfToken()
      .redirects(0)
      .json({
        ...wanted(siteId),
        label: 'Revolut',
        credentials: { clientId: 'abc', issuer: 'sol.test', privateKey: 'no es PEM' },
      })

    assert.deepEqual(Object.keys(answer.flashMessages().inputErrorsBag ?? {}), ['credentials.privateKey'])
  })

  test('is not for a company of others', async ({ client }) => {
    const [own, foreign] = [await makeSite(), await makeSite()]
    const { session } = await makeSignedIn('aprobador', { siteIds: [own.siteId] })
    await stepUp()

    const answer = await client
      .post('/qontos')
      .withSession(session)
      .withCsrfToken()
      .redirects(0)
      .withInertia()
      .json(wanted(foreign.siteId))

    answer.assertStatus(404)
  })
})

test.group('A connection on its page', () => {
  test('by key alone offers no consent that nobody can give, and says what it would take', async ({
    assert,
    client,
  }) => {
    const stage = await makeBankStage('qonto')
    const { session, person } = await makeSignedIn('aprobador', { siteIds: [stage.siteId] })
    const pageOf = async () =>
      (await client.get(`/qontos/${stage.connectorId}/edit`).withSession(session).withInertia())
        .inertiaProps as { connection: { canConsent: boolean; consent: string } }

    const alone = (await pageOf()).connection
    assert.isFalse(alone.canConsent)
    assert.include(alone.consent, '«Identificador de cliente OAuth» y «Secreto de cliente OAuth»')
    await execute(
      `update connectors set status = 'auth_required', credentials = null where id = :connectorId`,
      stage
    )
    await replaceCredentials(stage.connectorId, { login: 'hotel-sol', secretKey: SECRET }, person.actor)
    await assert.rejects(
      () => startConsent(stage.connectorId, person.actor),
      'Introduzca antes «Identificador de cliente OAuth» y «Secreto de cliente OAuth» de Qonto.'
    )
    await execute(
      `update connectors set credentials_hint = credentials_hint || '{"clientId": {"last4": "0001", "on": "2026-11-02"}, "clientSecret": {"last4": "0002", "on": "2026-11-02"}}' where id = :connectorId`,
      stage
    )
    assert.isTrue((await pageOf()).connection.canConsent)
  })

  test('of Wise says whether it pays by itself, which nobody can ask Wise', async ({ assert, client }) => {
    const stage = await makeBankStage('wise')
    const { session } = await makeSignedIn('aprobador', { siteIds: [stage.siteId] })
    await stepUp()
    const say = async (isPartner: boolean) => {
      const { version } = await oneRow<{ version: number }>(
        `select lock_version as version from connectors where id = :connectorId`,
        stage
      )
      await client.put(`/wises/${stage.connectorId}`).withSession(session).withCsrfToken().redirects(0).json({
        label: stage.label,
        environment: 'sandbox_local',
        base_url: 'http://127.0.0.1:9',
        switches: { isPartner },
        lock_version: version,
      })
      return oneRow<{ said: boolean | null }>(
        `select (settings ->> 'isPartner')::boolean as said from connectors where id = :connectorId`,
        stage
      )
    }

    assert.deepEqual(await say(true), { said: true })
    const page = await client.get(`/wises/${stage.connectorId}/edit`).withSession(session).withInertia()
    assert.deepInclude((page.inertiaProps as { values: object }).values, { switches: { isPartner: true } })
    assert.deepEqual(await say(false), { said: null })
  })

  test('stands for the company that is chosen, and for no other while accounts of it are linked', async ({
    assert,
    client,
  }) => {
    const stage = await makeBankStage('wise')
    const { session } = await makeSignedIn('aprobador', { siteIds: [stage.siteId] })
    await stepUp()
    const choose = async (profileId: string) => {
      const { version } = await oneRow<{ version: number }>(
        `select lock_version as version from connectors where id = :id`,
        { id: stage.connectorId }
      )
      const answer = await client
        .put(`/wises/${stage.connectorId}`)
        .withSession(session)
        .withCsrfToken()
        .redirects(0)
        .json({
          label: stage.label,
          environment: 'sandbox_local',
          base_url: 'http://127.0.0.1:9',
          choices: { profileId },
          lock_version: version,
        })
      return answer.flashMessages().inputErrorsBag ?? {}
    }
    const chosen = () =>
      oneRow<{ profile: string | null }>(
        `select settings ->> 'profileId' as profile from connectors where id = :id`,
        { id: stage.connectorId }
      )

    assert.deepEqual(Object.keys(await choose('Hotel')), ['choices.profileId'])
    assert.deepEqual(await choose('42'), {})
    assert.deepEqual(await chosen(), { profile: '42' })
    assert.deepEqual(Object.keys(await choose('43')), ['choices.profileId'])
    assert.deepEqual(await chosen(), { profile: '42' })
    const page = await client.get(`/wises/${stage.connectorId}/edit`).withSession(session).withInertia()
    assert.deepEqual((page.inertiaProps as { values: { choices: object } }).values.choices, {
      profileId: '42',
    })
  })

  test('is paused for a reason and resumed', async ({ assert, client }) => {
    const stage = await makeBankStage('qonto')
    const { session } = await makeSignedIn('aprobador', { siteIds: [stage.siteId] })
    await stepUp()
    const path = `/qontos/${stage.connectorId}/pause`
    const state = () =>
      oneRow<{ status: string; statusReason: string | null }>(
        `select status, status_reason from connectors where id = :connectorId`,
        stage
      )

    const without = await client
      .post(path)
      .withSession(session)
      .withCsrfToken()
      .redirects(0)
      .json({ reason: '' })
    assert.property(without.flashMessages().inputErrorsBag ?? {}, 'reason')
    await client
      .post(path)
      .withSession(session)
      .withCsrfToken()
      .redirects(0)
      .json({ reason: 'Cambio de banco' })
    assert.deepEqual(await state(), { status: 'paused', statusReason: 'Cambio de banco' })
    await client.delete(path).withSession(session).withCsrfToken().redirects(0)

    assert.equal((await state()).status, 'active')
  })

  test('is ended by the system role alone', async ({ assert, client }) => {
    const stage = await makeBankStage('qonto')
    const status = () =>
      oneRow<{ status: string }>(`select status from connectors where id = :connectorId`, stage)
    const end = async (role: 'aprobador' | 's1st3ma') => {
      const { session } = await makeSignedIn(role)
      await stepUp()
      return client
        .post(`/qontos/${stage.connectorId}/disable`)
        .withSession(session)
        .withCsrfToken()
        .redirects(0)
        .json({})
    }

    const refused = await end('aprobador')
    assert.equal(refused.flashMessages().error, 'No tiene permisos para realizar esta acción.')
    assert.equal((await status()).status, 'active')
    await end('s1st3ma')

    assert.equal((await status()).status, 'disabled')
  })

  test('refuses what another person has changed meanwhile', async ({ assert, client }) => {
    const stage = await makeBankStage('qonto')
    const { session } = await makeSignedIn('aprobador', { siteIds: [stage.siteId] })
    await stepUp()

    const answer = await client
      .put(`/qontos/${stage.connectorId}`)
      .withSession(session)
      .withCsrfToken()
      .redirects(0)
      .json({
        label: 'Otra',
        environment: 'sandbox_local',
        base_url: 'http://127.0.0.1:9',
        lock_version: 7,
      })

    assert.deepEqual(answer.flashMessages().inputErrorsBag, {
      form: ['Otro usuario ha modificado este registro. Recargue la página.'],
    })
  })

  test('says which account of the company each of its accounts is', async ({ assert, client }) => {
    const stage = await makeBankStage('wise', { isLinked: false })
    const { iban } = await oneRow<{ iban: string }>(
      `select iban from provider_accounts where id = :accountId`,
      stage
    )
    const other = await makeBankAccount(stage.siteId)
    const { session } = await makeSignedIn('aprobador', { siteIds: [stage.siteId] })
    await stepUp()
    const link = (bankAccountId: number, linesFrom = '2026-11-02') =>
      client
        .put(`/wises/accounts/${stage.accountId}/link`)
        .withSession(session)
        .withCsrfToken()
        .redirects(0)
        .json({ bank_account_id: bankAccountId, lines_from: linesFrom })

    const refused = await link(other)
    assert.property(refused.flashMessages().inputErrorsBag ?? {}, 'bank_account_id')
    for (const day of ['2024-12-31', '2126-01-01']) {
      const early = await link(stage.bankAccountId, day)
      assert.deepEqual(Object.keys(early.flashMessages().inputErrorsBag ?? {}), ['lines_from'], day)
    }
    await link(stage.bankAccountId)

    const linked = await oneRow<{ bankAccountId: number; iban: string; linesFrom: string }>(
      `select bank_account_id, iban, lines_from from provider_accounts where id = :accountId`,
      stage
    )
    assert.deepEqual(linked, { bankAccountId: stage.bankAccountId, iban, linesFrom: '2026-11-02' })
  })

  test('proposes lines from the month on, or from the day after those that files have told', async ({
    assert,
    client,
  }) => {
    const stage = await makeBankStage('wise', { isLinked: false })
    const told = await makeBankAccount(stage.siteId)
    await importBytes(told, csvStatement([{ on: '2026-10-14', cents: 100, text: 'Ingreso' }]))
    const { session } = await makeSignedIn('aprobador', { siteIds: [stage.siteId] })

    const page = await client.get(`/wises/${stage.connectorId}/edit`).withSession(session).withInertia()

    const { choices } = page.inertiaProps as { choices: { value: string; linesFrom: string }[] }
    const proposed = Object.fromEntries(choices.map(({ value, linesFrom }) => [value, linesFrom]))
    assert.deepEqual(proposed, {
      [String(stage.bankAccountId)]: startOfMonth(today()),
      [String(told)]: '2026-10-15',
    })
  })

  test('tells what was asked of the bank, with nothing secret in it', async ({ assert, client }) => {
    const [stage, other] = [await makeBankStage('qonto'), await makeBankStage('qonto')]
    const { session } = await makeSignedIn('aprobador', { siteIds: [stage.siteId] })

    const page = await client.get(`/qontos/${stage.connectorId}/calls`).withSession(session).withInertia()

    const { calls } = page.inertiaProps as { calls: { rows: { path: string; result: { label: string } }[] } }
    assert.deepEqual(
      calls.rows.map(({ path, result }) => [path, result.label]),
      [['/v2/Prueba', '200']]
    )
    const call = await client.get(`/qontos/${stage.connectorId}/calls/${stage.callId}`).withSession(session)
    assert.equal(
      (call.body() as { data: { responseBody: string } }).data.responseBody,
      '{"secret":"***","word":"Prueba"}'
    )
    const foreign = await client
      .get(`/qontos/${stage.connectorId}/calls/${other.callId}`)
      .withSession(session)
    foreign.assertStatus(404)
  })

  test('is told how it is connected, step by step', async ({ assert, client }) => {
    const stage = await makeBankStage('revolut')
    const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [stage.siteId] })

    const page = await client.get('/revoluts/documentation').withSession(session).withInertia()

    const { steps, connections } = page.inertiaProps as {
      steps: { title: string }[]
      connections: { id: number }[]
    }
    assert.isAbove(steps.length, 3)
    assert.deepEqual(
      connections.map(({ id }) => id),
      [stage.connectorId]
    )
  })
})
