import type { SessionData } from '@adonisjs/session/types'
import { test } from '@japa/runner'
import { execute, oneRow } from '#app/kernel/database/sql'
import { makeSite } from '#tests/factories/books'
import { makePaymentStage, type PaymentStage } from '#tests/factories/payments'
import { makeBookedInvoice } from '#tests/factories/sent_payments'
import { makeSignedIn } from '#tests/factories/sign_in'

const SETTINGS = { is_enabled: true, target: '1.000,00', monthly: '100,00', day: 5 }

const fundOf = ({ provider }: PaymentStage) =>
  oneRow<{ fundId: number | null }>(
    `select reserve_virtual_account_id as fund_id from providers where id = :id`,
    { id: provider.id }
  )

test.group('Reserve funds over HTTP', (group) => {
  let session: SessionData
  group.each.setup(async () => {
    session = (await makeSignedIn('superC0ntab1l1dad')).session
  })

  test('are made, filled and paid out of, and tell what is wrong at its field', async ({
    assert,
    client,
  }) => {
    const stage = await makePaymentStage()
    const path = `/providers/${stage.provider.id}/reserve`
    const send = (method: 'put' | 'post', to: string, fields: object) =>
      client[method](to).withSession(session).withCsrfToken().redirects(0).json(fields)

    const empty = await send('put', path, { ...SETTINGS, target: '0,00', bank_account_id: stage.accountId })
    const made = await send('put', path, { ...SETTINGS, bank_account_id: stage.accountId })
    const filled = await send('post', `${path}/movements`, {
      kind: 'contribution',
      amount: '200,00',
      note: 'Obra de la azotea',
    })
    const invoice = await makeBookedInvoice(stage, 'HTTP-FONDO', 12_100)
    const tooMuch = await send('post', '/paysuppliers/virtual', { invoice_id: invoice.id, amount: '200,01' })
    const paid = await send('post', '/paysuppliers/virtual', { invoice_id: invoice.id, amount: '121,00' })
    const shown = await client.get(path).withSession(session)

    assert.match(JSON.stringify([empty.flashMessages(), empty.body()]), /mayor que cero/)
    assert.equal(made.flashMessages().success, 'Fondo de reserva guardado.')
    assert.equal(filled.flashMessages().success, 'Aportación registrada.')
    assert.match(JSON.stringify([tooMuch.flashMessages(), tooMuch.body()]), /En el fondo hay libres 200,00/)
    assert.match(String(paid.flashMessages().success), /creado desde el fondo de reserva/)
    assert.deepInclude(shown.body().fund.balance, { minor: 20_000 })
    const { debtor } = await oneRow<{ debtor: number }>(
      `select debtor_virtual_account_id as debtor from payment_orders where source_type = 'invoice' and source_id = :id`,
      { id: invoice.id }
    )
    assert.equal(debtor, (await fundOf(stage)).fundId)
  })

  test('of an account that somebody may not see tell them nothing and cannot be moved by them', async ({
    assert,
    client,
  }) => {
    const stage = await makePaymentStage()
    const path = `/providers/${stage.provider.id}/reserve`
    const settings = { ...SETTINGS, bank_account_id: stage.accountId }
    await client.put(path).withSession(session).withCsrfToken().redirects(0).json(settings)
    const { siteId } = await makeSite()
    const elsewhere = await makeSignedIn('superC0ntab1l1dad', { siteIds: [siteId] })
    const barred = await makeSignedIn('superC0ntab1l1dad')
    await execute(
      `insert into bank_account_permissions (bank_account_id, user_id, can_view) values (:accountId, :userId, false)`,
      { accountId: stage.accountId, userId: barred.person.id }
    )

    const named = async (who: SessionData) => {
      const list = await client
        .get('/providers?reserve=with&per_page=100&sort=id&direction=desc')
        .withSession(who)
        .withInertia()
      const { providers } = list.inertiaProps as { providers: { rows: { id: number }[] } }
      return providers.rows.some(({ id }) => id === stage.provider.id)
    }
    assert.isTrue(await named(session))
    for (const who of [elsewhere.session, barred.session]) {
      assert.isFalse(await named(who))
      const shown = await client.get(path).withSession(who)
      const changed = await client.put(path).withSession(who).withCsrfToken().redirects(0).json(settings)
      const moved = await client
        .post(`${path}/movements`)
        .withSession(who)
        .withCsrfToken()
        .redirects(0)
        .json({ kind: 'contribution', amount: '1,00', note: 'No es mío' })
      assert.deepEqual(shown.body(), { isElsewhere: true })
      assert.deepEqual([changed.status(), moved.status()], [404, 404])
    }
  })
})
