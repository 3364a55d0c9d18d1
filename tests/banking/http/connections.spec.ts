import { test } from '@japa/runner'
import { execute, oneRow, row } from '#app/kernel/database/sql'
import { makeBankStage } from '#tests/factories/bank_pages'
import { makeBankAccount, makeSite } from '#tests/factories/books'
import { makeSignedIn } from '#tests/factories/sign_in'

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
    const link = (bankAccountId: number) =>
      client
        .put(`/wises/accounts/${stage.accountId}/link`)
        .withSession(session)
        .withCsrfToken()
        .redirects(0)
        .json({ bank_account_id: bankAccountId })

    const refused = await link(other)
    assert.property(refused.flashMessages().inputErrorsBag ?? {}, 'bank_account_id')
    await link(stage.bankAccountId)

    const linked = await oneRow<{ bankAccountId: number; iban: string }>(
      `select bank_account_id, iban from provider_accounts where id = :accountId`,
      stage
    )
    assert.deepEqual(linked, { bankAccountId: stage.bankAccountId, iban })
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
