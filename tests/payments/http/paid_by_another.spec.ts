import type { SessionData } from '@adonisjs/session/types'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import User from '#app/identity/models/user'
import { execute, oneRow } from '#app/kernel/database/sql'
import PaymentOrder from '#app/payments/orders/payment_order'
import { waitingForApproval } from '#app/reports/queries/waiting_for_approval'
import { activate, makeLoanStage, makeReadyLoan } from '#tests/factories/loans'
import {
  approveAs,
  letPayFor,
  makePayerBuffered,
  makePayerDraft,
  makePayerSent,
  makePayerStage,
} from '#tests/factories/paid_by_another'
import { makeSignedIn, signedIn } from '#tests/factories/sign_in'

type Shown = {
  account: { name: string; iban: string; available: object | null; after: object | null }
  order: { debtor: { name: string; payer: string } | null }
  source: { href: string | null } | null
  batch: object | null
  entries: { site: string }[]
}
type Listed = {
  orders: {
    rows: { number: string; site: string; payer: string | null; account: string; batch: object | null }[]
  }
}

const shown = async (client: ApiClient, id: number, session: SessionData) => {
  const page = await client.get(`/payment-orders/${id}`).withSession(session).withInertia()
  return page.inertiaProps as Shown
}
const nameOf = async (siteId: number) =>
  oneRow<{ code: string; name: string }>(
    `select code, legal_name::text as name from sites where id = :siteId`,
    {
      siteId,
    }
  )

test.group('Who sees what of a payment for another company', () => {
  test('its page says who pays for whom, with the entries of both books', async ({ assert, client }) => {
    const found = await makePayerStage()
    const order = await makePayerSent(found, 'PAGINA')
    const [debtor, payer] = [await nameOf(found.debtor.siteId), await nameOf(found.payer.siteId)]

    const page = await shown(client, order.id, await signedIn(found.payer.person))

    assert.containsSubset(page.order.debtor, { name: debtor.name, payer: payer.name })
    assert.sameMembers([...new Set(page.entries.map(({ site }) => site))], [debtor.code, payer.code])
    assert.isNotNull(page.account.available)
    assert.isNotNull(page.batch)
  })

  test('who works with the debtor alone sees whose account it is, and nothing of the account', async ({
    assert,
    client,
  }) => {
    const found = await makePayerStage()
    const order = await makePayerSent(found, 'SIN-CUENTA')
    const payer = await nameOf(found.payer.siteId)
    const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [found.debtor.siteId] })

    const page = await shown(client, order.id, session)
    const list = await client
      .get(`/paysuppliers?tab=sent&ids[]=${order.id}`)
      .withSession(session)
      .withInertia()
    const [row] = (list.inertiaProps as Listed).orders.rows
    const said = await client
      .post(`/payment-orders/${order.id}/settlement`)
      .withSession(session)
      .withCsrfToken()
      .redirects(0)
      .form({ on: '2026-04-01', reason: 'Lo he visto en el banco' })

    assert.deepEqual(
      [page.account, page.batch, [...new Set(page.entries.map(({ site }) => site))]],
      [
        { ...page.account, name: `Cuenta de ${payer.name}`, iban: '', available: null, after: null },
        null,
        [(await nameOf(found.debtor.siteId)).code],
      ]
    )
    assert.containsSubset(row, {
      number: order.number,
      payer: payer.code,
      account: `Cuenta de ${payer.code}`,
      batch: null,
    })
    assert.equal(said.flashMessages().error, 'No tiene permisos para realizar esta acción.')
    assert.equal((await PaymentOrder.findOrFail(order.id)).status, 'sent')
  })

  test('who works with the payer alone sees it without the way to what the debtor keeps', async ({
    assert,
    client,
  }) => {
    const found = await makePayerStage()
    const order = await makePayerSent(found, 'SIN-FACTURA')
    const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [found.payer.siteId] })

    const page = await shown(client, order.id, session)

    assert.isNull(page.source?.href ?? null)
    assert.isNotNull(page.source)
    assert.deepEqual(
      [...new Set(page.entries.map(({ site }) => site))],
      [(await nameOf(found.payer.siteId)).code]
    )
  })

  test('it is not there for others, nor for who may not see the account', async ({ client }) => {
    const found = await makePayerStage()
    const order = await makePayerBuffered(found, 'DE-OTROS')
    const stranger = await makeSignedIn('superC0ntab1l1dad', {
      siteIds: [(await makePayerStage()).payer.siteId],
    })
    const refused = await makeSignedIn('superC0ntab1l1dad')
    await execute(
      `insert into bank_account_permissions (bank_account_id, user_id, can_view) values (:accountId, :userId, false)`,
      { accountId: found.payer.accountId, userId: refused.person.id }
    )

    for (const { session } of [stranger, refused]) {
      const page = await client.get(`/payment-orders/${order.id}`).withSession(session).redirects(0)
      page.assertStatus(404)
    }
  })

  test('modified, it may go back to an account of its own company', async ({ assert, client }) => {
    const found = await makePayerStage()
    const order = await makePayerDraft(found, 'CUENTAS')
    const payer = await nameOf(found.payer.siteId)

    const answer = await client
      .get(`/payment-orders/${order.id}/accounts`)
      .withSession(await signedIn(found.debtor.creator))

    const { data } = answer.body() as { data: { id: number; payer: string | null }[] }
    assert.sameDeepMembers(
      data.map((account) => ({ id: account.id, payer: account.payer })),
      [
        { id: found.debtor.accountId, payer: null },
        { id: found.payer.accountId, payer: payer.name },
      ]
    )
  })

  test('a payment of a kind that others do not pay is offered no account of theirs', async ({
    assert,
    client,
  }) => {
    const stage = await makeLoanStage(3)
    const [, , third] = stage.companies
    await letPayFor(third?.siteId ?? 0, [stage.lender.siteId])
    const number = await activate(stage, await makeReadyLoan(stage))
    const { id } = await PaymentOrder.findByOrFail('number', number)

    const answer = await client
      .get(`/payment-orders/${id}/accounts`)
      .withSession(await signedIn(stage.creator))

    const { data } = answer.body() as { data: { id: number }[] }
    assert.deepEqual(
      data.map((account) => account.id),
      [stage.lender.accountId]
    )
  })

  test('it waits for the approvers of both until each has decided', async ({ assert }) => {
    const found = await makePayerStage()
    const order = await makePayerBuffered(found, 'ESPERA')
    const waits = async ({ id }: { id: number }) =>
      (await waitingForApproval(await User.findOrFail(id), 'all', { itemsMax: 1000 })).some(
        ({ kind, title }) => kind === 'payment' && title === order.number
      )
    const [ofDebtor] = found.debtor.approvers

    const people = [found.people.payer, found.people.both, ...(ofDebtor ? [ofDebtor] : [])]

    const before = await Promise.all(people.map(waits))
    await approveAs(order.id, [found.people.payer])
    const after = await Promise.all(people.map(waits))

    assert.deepEqual(before, [true, true, true])
    assert.deepEqual(after, [false, true, true])
  })
})
