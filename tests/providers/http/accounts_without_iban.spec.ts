import type { SessionData } from '@adonisjs/session/types'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { execute, oneRow } from '#app/kernel/database/sql'
import { makeSite } from '#tests/factories/books'
import { makeProvider } from '#tests/factories/documents'
import { makeInvoiceTo, payWithoutIban, someNumber } from '#tests/factories/foreign_accounts'
import { makeUser } from '#tests/factories/people'
import { makeTreasury } from '#tests/factories/sent_payments'
import { makeSignedIn } from '#tests/factories/sign_in'
import { errorAt } from '#tests/identity/sign_in_requests'

type Shown = { id: number; iban: string; bank: string | null; withoutIban: unknown; canVerify: boolean }

const HOLDER = 'Suministros de prueba'

/** Adds an account as the dialog does, the identity confirmed a moment ago. */
async function add(
  client: ApiClient,
  providerId: number,
  session: SessionData,
  body: Record<string, unknown>
) {
  await execute(`update user_sessions set step_up_at = now() where user_id = :userId`, {
    userId: session.auth_web as number,
  })
  return client
    .post(`/providers/${providerId}/banks`)
    .withSession(session)
    .withCsrfToken()
    .redirects(0)
    .header('referer', `/providers/${providerId}/edit`)
    .header('accept', 'text/html')
    .json({ holder_name: HOLDER, ...body })
}

async function banksOf(client: ApiClient, providerId: number, session: SessionData): Promise<Shown[]> {
  const page = await client.get(`/providers/${providerId}/edit`).withSession(session).withInertia()
  return (page.inertiaProps as { banks: Shown[] }).banks
}

const reveal = (client: ApiClient, providerId: number, session: SessionData, bankId: number) =>
  client
    .post(`/providers/${providerId}/reveal`)
    .withSession(session)
    .withCsrfToken()
    .accept('json')
    .json({ what: 'iban', bank_id: bankId })

test.group('Accounts without IBAN over HTTP', () => {
  test('what is wrong or missing is told at its field, by the kind that was chosen', async ({
    assert,
    client,
  }) => {
    const provider = await makeProvider(await makeUser('superC0ntab1l1dad'))
    const { session } = await makeSignedIn('c0ntab1l1dad')
    const said = async (field: string, body: Record<string, unknown>) =>
      errorAt(await add(client, provider.id, session, body), field)
    const us = { account_kind: 'us_ach', account_number: someNumber(), routing_code: '021000021' }
    const swift = {
      account_kind: 'swift_other',
      account_number: someNumber(),
      bic: 'CMBCCNBS',
      bank_name: 'China Merchants Bank',
      country: 'CN',
    }

    assert.equal(await said('iban', {}), 'Este campo es obligatorio.')
    assert.equal(await said('iban', { account_kind: 'iban' }), 'Este campo es obligatorio.')
    assert.match(
      (await said('routing_code', { ...us, routing_code: '021000022' })) ?? '',
      /código ABA no es válido/
    )
    assert.equal(await said('routing_code', { ...us, routing_code: null }), 'Este campo es obligatorio.')
    assert.equal(await said('account_number', { ...us, account_number: null }), 'Este campo es obligatorio.')
    assert.match(
      (await said('account_number', { ...us, account_number: '12A' })) ?? '',
      /entre 4 y 17 cifras/
    )
    assert.match((await said('bic', { ...swift, bic: 'XX' })) ?? '', /BIC no es válido/)
    assert.equal(await said('bank_name', { ...swift, bank_name: null }), 'Este campo es obligatorio.')
    assert.equal(await said('country', { ...swift, country: null }), 'Este campo es obligatorio.')
    const empty = await add(client, provider.id, session, { account_kind: 'swift_other' })
    assert.deepEqual(
      ['account_number', 'bic', 'bank_name', 'country', 'routing_code', 'iban'].map((field) =>
        errorAt(empty, field)
      ),
      [...Array(4).fill('Este campo es obligatorio.'), undefined, undefined]
    )
    assert.match((await said('is_confirmed', us)) ?? '', /zona SEPA/)
    assert.lengthOf(await banksOf(client, provider.id, session), 1)
  })

  test('it is shown by its end, and whole to who may see it and works with its company, on record', async ({
    assert,
    client,
  }) => {
    const [{ siteId }, { siteId: elsewhere }] = [await makeSite(), await makeSite()]
    const provider = await makeProvider(await makeUser('superC0ntab1l1dad'))
    await execute(`update providers set country = 'US', multi_bank = true where id = :id`, {
      id: provider.id,
    })
    const accountant = await makeSignedIn('c0ntab1l1dad', { siteIds: [siteId] })
    const [near, far] = [
      await makeSignedIn('superC0ntab1l1dad', { siteIds: [siteId] }),
      await makeSignedIn('superC0ntab1l1dad', { siteIds: [elsewhere] }),
    ]
    const number = someNumber()
    const body = {
      account_kind: 'us_ach',
      account_number: ` ${number} `,
      routing_code: '0210-00021',
      bank_name: 'Banco de Nueva York',
      site_id: siteId,
    }

    const made = await add(client, provider.id, accountant.session, body)
    const { id } = await oneRow<{ id: number }>(
      `select id from provider_banks where account_number = :number`,
      { number }
    )
    const pages = [
      await banksOf(client, provider.id, accountant.session),
      await banksOf(client, provider.id, near.session),
      await banksOf(client, provider.id, far.session),
    ].map((banks) => banks.find((bank) => bank.id === id))
    const whole = await reveal(client, provider.id, near.session, id)

    assert.equal(made.status(), 302)
    assert.deepInclude(pages[0], {
      iban: `**** ${number.slice(-4)}`,
      bank: 'Banco de Nueva York',
      withoutIban: { routing: { label: 'Código ABA', code: '021000021' }, country: 'US' },
      canVerify: false,
    })
    assert.isTrue(pages[1]?.canVerify)
    assert.isUndefined(pages[2])
    assert.deepEqual(whole.body(), { data: { iban: number } })
    ;(await reveal(client, provider.id, far.session, id)).assertStatus(404)
    ;(await reveal(client, provider.id, accountant.session, id)).assertStatus(403)
    const { looks } = await oneRow<{ looks: number }>(
      `select count(*)::int as looks from audit_events where object_type = 'provider' and object_id = :id and event = 'provider_bank.viewed'`,
      { id: provider.id }
    )
    assert.equal(looks, 1)
  })

  test('its invoice is not put into a payment: the list says how it is paid', async ({ assert, client }) => {
    const treasury = await makeTreasury()
    const bankId = await payWithoutIban(treasury.provider, await makeUser('superC0ntab1l1dad'))
    const { id } = await makeInvoiceTo(treasury, bankId, 'NY-2001')
    const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [treasury.siteId] })

    const page = await client.get('/paysuppliers').withSession(session).withInertia()
    const sent = await client
      .post('/paysuppliers')
      .withSession(session)
      .withCsrfToken()
      .redirects(0)
      .header('referer', '/paysuppliers')
      .json({ invoice_ids: [id] })

    const { invoices } = page.inertiaProps as {
      invoices: { rows: { id: number; hindrance: string | null; actions: string[] }[] }
    }
    const row = invoices.rows.find((one) => one.id === id)
    assert.equal(row?.hindrance, 'Cuenta sin IBAN: páguela en el banco y concilie')
    assert.deepEqual(row?.actions, [])
    assert.match(JSON.stringify(sent.flashMessages()), /Cuenta sin IBAN: páguela en el banco y concilie/)
    const { orders } = await oneRow<{ orders: number }>(
      `select count(*)::int as orders from payment_orders where source_type = 'invoice' and source_id = :id`,
      { id }
    )
    assert.equal(orders, 0)
  })
})
