import { test } from '@japa/runner'
import { execute, oneRow } from '#app/kernel/database/sql'
import { makeBankStage } from '#tests/factories/bank_pages'
import { makeSignedIn } from '#tests/factories/sign_in'

type Row = { id: number; name: string; status: { label: string }; actions: string[]; identifier: string }
type Index = {
  accounts: { rows: Row[]; totals?: Record<string, { minor: number; currency: string }[]> }
  troubles: { id: number; text: string; act: string | null }[]
  connections: { id: number; label: string }[]
  bank: { title: string; can: Record<string, boolean> }
}
type Details = {
  tabs: string[]
  pending: { text: string }[]
  movements: {
    rows: { text: string; status: { label: string }; virtual: string }[]
    columns: { title: string }[]
  }
  account: { balance: { minor: number } }
}

test.group('The accounts of a bank', () => {
  test('are listed with their balances by currency, and what may be done with each', async ({
    assert,
    client,
  }) => {
    const stage = await makeBankStage('qonto')
    const { session } = await makeSignedIn('aprobador', { siteIds: [stage.siteId] })

    const page = await client.get('/qontos').withSession(session).withInertia()

    page.assertInertiaComponent('banking/accounts/index')
    const { accounts, bank, troubles } = page.inertiaProps as Index
    assert.deepEqual(
      accounts.rows.map(({ id, actions }) => [id, actions]),
      [[stage.accountId, ['open', 'sync', 'edit']]]
    )
    assert.deepEqual(accounts.totals?.balance, [{ minor: 150_000, currency: 'EUR' }])
    assert.equal(bank.title, 'Qonto')
    assert.deepEqual(troubles, [])
  })

  test('of other companies and other banks are not there', async ({ assert, client }) => {
    const [own, foreign] = [await makeBankStage('qonto'), await makeBankStage('qonto')]
    await makeBankStage('wise', { siteId: own.siteId })
    const { session } = await makeSignedIn('c0ntab1l1dad', { siteIds: [own.siteId] })

    const page = await client.get('/qontos').withSession(session).withInertia()

    const { accounts } = page.inertiaProps as Index
    assert.deepEqual(
      accounts.rows.map(({ id }) => id),
      [own.accountId]
    )
    const details = await client
      .get(`/qontos/accounts/${foreign.accountId}`)
      .withSession(session)
      .withInertia()
    details.assertStatus(404)
    const other = await client.get(`/wises/accounts/${own.accountId}`).withSession(session).withInertia()
    other.assertStatus(404)
  })

  test('are filtered by the currencies of those that the reader sees', async ({ assert, client }) => {
    const [own, foreign] = [await makeBankStage('qonto'), await makeBankStage('qonto', { isLinked: false })]
    await execute(`update provider_accounts set currency = 'CHF' where id = :accountId`, foreign)
    const { session } = await makeSignedIn('c0ntab1l1dad', { siteIds: [own.siteId] })

    const page = await client.get('/qontos').withSession(session).withInertia()

    assert.deepEqual((page.inertiaProps as { currencies: unknown }).currencies, [
      { value: 'EUR', label: 'EUR' },
    ])
  })

  test('that a permission hides are hidden here too', async ({ assert, client }) => {
    const stage = await makeBankStage('qonto')
    const { session, person } = await makeSignedIn('c0ntab1l1dad', { siteIds: [stage.siteId] })
    await execute(
      `insert into bank_account_permissions (bank_account_id, user_id, can_view, can_pay, can_reconcile) values (:id, :userId, false, false, false)`,
      { id: stage.bankAccountId, userId: person.id }
    )

    const page = await client.get('/qontos').withSession(session).withInertia()

    assert.deepEqual((page.inertiaProps as Index).accounts.rows, [])
    const details = await client.get(`/qontos/accounts/${stage.accountId}`).withSession(session).withInertia()
    details.assertStatus(404)
  })

  test('tell of a bank that does not answer, and show the last data', async ({ assert, client }) => {
    const stage = await makeBankStage('qonto', { status: 'error' })
    await execute(`update connectors set last_ok_at = '2026-11-27T08:15:00Z' where id = :connectorId`, stage)
    const { session } = await makeSignedIn('c0ntab1l1dad', { siteIds: [stage.siteId] })

    const page = await client.get('/qontos').withSession(session).withInertia()

    const { troubles, accounts } = page.inertiaProps as Index
    assert.deepEqual(
      troubles.map(({ text, act }) => [text, act]),
      [['Qonto no responde desde 27/11/2026 09:15. Se muestran los últimos datos.', 'reconnect']]
    )
    assert.lengthOf(accounts.rows, 1)
  })

  test('say of a connection without authorisation only what is known of it', async ({ assert, client }) => {
    const stage = await makeBankStage('wise', { status: 'auth_required' })
    const { session } = await makeSignedIn('aprobador', { siteIds: [stage.siteId] })
    const told = async (okAt: string | null, syncAt: string | null) => {
      await execute(
        `update connectors set last_ok_at = :okAt, last_sync_at = :syncAt where id = :connectorId`,
        { ...stage, okAt, syncAt }
      )
      const page = await client.get('/wises').withSession(session).withInertia()
      return (page.inertiaProps as Index).troubles.map(({ text }) => text)
    }
    const day = '2026-11-27T08:15:00Z'

    assert.deepEqual(await told(null, null), [
      'Wise no ha respondido todavía: revise los datos de la conexión.',
    ])
    const refused = 'Las credenciales de Wise no son válidas o han caducado.'
    assert.deepEqual(await told(day, null), [refused])
    assert.deepEqual(await told(day, day), [`${refused} Se muestran los últimos datos.`])
  })

  test('keep what is pending apart from what is booked', async ({ assert, client }) => {
    const stage = await makeBankStage('qonto')
    const { session } = await makeSignedIn('c0ntab1l1dad', { siteIds: [stage.siteId] })

    const page = await client.get(`/qontos/accounts/${stage.accountId}`).withSession(session).withInertia()

    const { pending, movements, tabs } = page.inertiaProps as Details
    assert.deepEqual(tabs, ['movements', 'transfers', 'beneficiaries'])
    assert.deepEqual(
      pending.map(({ text }) => text),
      ['Prueba hotel']
    )
    assert.deepEqual(
      movements.rows.map(({ text, virtual }) => [text, virtual]),
      [
        ['Comisión', 'Sin asignar'],
        ['Prueba rechazada', 'Sin asignar'],
        ['Prueba cobro', 'Sin asignar'],
      ]
    )
    const titles = movements.columns.map(({ title }) => title)
    for (const title of ['Fecha', 'Concepto', 'Contraparte', 'Tipo', 'Importe', 'Estado', 'Cuenta virtual'])
      assert.include(titles, title)
  })

  test('list our orders out of them, and whom they can pay', async ({ assert, client }) => {
    const stage = await makeBankStage('qonto')
    const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [stage.siteId] })
    const tab = async (name: string) =>
      (await client.get(`/qontos/accounts/${stage.accountId}?tab=${name}`).withSession(session).withInertia())
        .inertiaProps as { orders: { rows: unknown[] } | null; beneficiaries: { rows: Row[] } | null }

    assert.deepEqual((await tab('transfers')).orders?.rows, [])
    const { beneficiaries } = await tab('beneficiaries')
    assert.deepEqual(
      beneficiaries?.rows.map(({ name, actions }) => [name, actions]),
      [['Prueba beneficiario', ['show', 'verify', 'check']]]
    )
  })

  test('are summed up over a period, on paper and in a workbook', async ({ assert, client }) => {
    const stage = await makeBankStage('wise')
    const { session } = await makeSignedIn('c0ntab1l1dad', { siteIds: [stage.siteId] })
    const path = `/wises/accounts/${stage.accountId}/report?from=2026-11-01&to=2026-11-30`

    const page = await client.get(path).withSession(session).withInertia()

    const { report } = page.inertiaProps as { report: Record<string, { minor: number } | null> }
    assert.equal(report.opening?.minor, 100_000)
    assert.equal(report.closing?.minor, 150_000)
    assert.equal(report.fees?.minor, 10_000)
    const longer = await client
      .get(path.replace('2026-11-01', '2026-01-01'))
      .withSession(session)
      .withInertia()
    assert.containsSubset(longer.inertiaProps, { report: { opening: null, closing: { minor: 150_000 } } })
    const pdf = await client.get(`${path}&export=pdf`).withSession(session)
    assert.equal(pdf.header('content-type'), 'application/pdf')
    const sheet = await client.get(`${path}&export=xlsx`).withSession(session)
    assert.include(String(sheet.header('content-type')), 'spreadsheetml')
  })

  test('show the movements of a virtual account, and no virtual account of another', async ({
    assert,
    client,
  }) => {
    const [stage, other] = [await makeBankStage('qonto'), await makeBankStage('qonto')]
    const { session } = await makeSignedIn('c0ntab1l1dad', { siteIds: [stage.siteId] })
    const at = (virtual: number) =>
      client.get(`/qontos/accounts/${stage.accountId}/virtual/${virtual}`).withSession(session).withInertia()

    const page = await at(stage.virtualAccountId)

    assert.deepEqual((page.inertiaProps as { movements: { rows: unknown[] } }).movements.rows, [])
    ;(await at(other.virtualAccountId)).assertStatus(404)
  })

  test('are read again on demand, whose progress its person sees', async ({ assert, client }) => {
    const stage = await makeBankStage('wise')
    const { session, person } = await makeSignedIn('c0ntab1l1dad', { siteIds: [stage.siteId] })

    await client.post(`/wises/${stage.connectorId}/sync`).withSession(session).withCsrfToken().redirects(0)

    const run = await oneRow<{ title: string; userId: number }>(
      `select title, user_id from job_runs where object_type = 'connector' and object_id = :connectorId`,
      stage
    )
    assert.deepEqual(run, { title: `Sincronizar ${stage.label}`, userId: person.id })
  })

  test('are not read while their connection is paused', async ({ assert, client }) => {
    const stage = await makeBankStage('wise', { status: 'paused' })
    const { session } = await makeSignedIn('aprobador', { siteIds: [stage.siteId] })

    const answer = await client
      .post(`/wises/${stage.connectorId}/sync`)
      .withSession(session)
      .withCsrfToken()
      .redirects(0)

    assert.equal(answer.flashMessages().error, `La conexión «${stage.label}» no se sincroniza: en pausa.`)
  })

  test('superC0ntab1l1dad reads Revolut and begins nothing there', async ({ assert, client }) => {
    const stage = await makeBankStage('revolut')
    const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [stage.siteId] })

    const page = await client.get('/revoluts').withSession(session).withInertia()

    assert.deepEqual((page.inertiaProps as Index).bank.can, {
      connect: false,
      disable: false,
      makeBeneficiaries: false,
      pay: false,
    })
    for (const path of [
      'create',
      `${stage.connectorId}/edit`,
      `${stage.connectorId}/payment`,
      `${stage.connectorId}/generate`,
    ])
      (await client.get(`/revoluts/${path}`).withSession(session).withInertia()).assertStatus(403)
  })
})
