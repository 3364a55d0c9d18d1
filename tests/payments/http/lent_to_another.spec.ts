import type { SessionData } from '@adonisjs/session/types'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { oneRow } from '#app/kernel/database/sql'
import { owedOf } from '#tests/factories/loan_books'
import { makePayerApproved, makePayerSent } from '#tests/factories/paid_by_another'
import { SENT_ON } from '#tests/factories/payments'
import { makeSignedIn, signedIn } from '#tests/factories/sign_in'
import { makeLendingStage } from '#tests/factories/taken_debts'

type Errors = Record<string, string[]>
type Shown = {
  loan: {
    taken: { number: string } | null
    chosen: { id: number } | null
    owedOn: string | null
    canLend: boolean
    choices: { value: string; label: string; available: object | null }[]
  } | null
}
type Pair = { taking: { owed: { minor: number }; choices: { value: string }[] } | null }

const shown = async (client: ApiClient, id: number, session: SessionData) =>
  (await client.get(`/payment-orders/${id}`).withSession(session).withInertia()).inertiaProps as Shown

const send = async (client: ApiClient, session: SessionData, url: string, fields: object) => {
  const answer = await client
    .post(url)
    .withSession(session)
    .withCsrfToken()
    .redirects(0)
    .json({ _request_id: crypto.randomUUID(), ...fields })
  return { answer, errors: (answer.flashMessage('inputErrorsBag') ?? {}) as Errors }
}

test.group('«Registrar como préstamo» over HTTP', () => {
  test('its page offers the loans of the two companies, and says which one it went into', async ({
    assert,
    client,
  }) => {
    const { found, loanId } = await makeLendingStage()
    const order = await makePayerSent(found, 'HTTP')
    const { session } = await makeSignedIn('superC0ntab1l1dad')
    const { number } = await oneRow<{ number: string }>(`select number from loans where id = :loanId`, {
      loanId,
    })
    const lend = (fields: object) => send(client, session, `/payment-orders/${order.id}/loan`, fields)

    const before = await shown(client, order.id, session)
    const refused = await lend({ loan_id: null, value_on: SENT_ON })
    const early = await lend({ loan_id: loanId, value_on: '2026-03-29' })
    const done = await lend({ loan_id: loanId, value_on: SENT_ON })
    const again = await lend({ loan_id: loanId, value_on: SENT_ON })

    assert.containsSubset(before.loan, { taken: null, owedOn: SENT_ON, canLend: true })
    assert.deepEqual(before.loan?.choices, [
      {
        value: String(loanId),
        label: `${number} · Línea de crédito`,
        available: { minor: 1_000_000, currency: 'EUR' },
      },
    ])
    assert.deepEqual(Object.keys(refused.errors), ['loan_id'])
    assert.deepEqual(Object.keys(early.errors), ['value_on'])
    assert.deepEqual(done.errors, {})
    assert.equal(
      done.answer.flashMessage('success'),
      `Pago ${order.number} registrado en el préstamo ${number}.`
    )
    assert.deepEqual(again.errors, {
      loan_id: [`${order.number} ya está registrado en el préstamo ${number}.`],
    })
    assert.equal(await owedOf(loanId), 12_100)
    assert.containsSubset((await shown(client, order.id, session)).loan, {
      taken: { number },
      canLend: false,
      choices: [],
    })
  })

  test('before the bank has it the loan is chosen, and may be dropped again', async ({ assert, client }) => {
    const { found, loanId } = await makeLendingStage()
    const order = await makePayerApproved(found, 'HTTP-ANTES')
    const { session } = await makeSignedIn('aprobador')
    const url = `/payment-orders/${order.id}/loan`

    assert.containsSubset((await shown(client, order.id, session)).loan, { owedOn: null, chosen: null })
    const { answer } = await send(client, session, url, { loan_id: loanId, value_on: null })
    assert.match(String(answer.flashMessage('success')), /se registrará en el préstamo PR-.* cuando el banco/)
    assert.containsSubset((await shown(client, order.id, session)).loan, { chosen: { id: loanId } })
    await client.delete(url).withSession(session).withCsrfToken().redirects(0)
    assert.containsSubset((await shown(client, order.id, session)).loan, { chosen: null, canLend: true })
    assert.equal(await owedOf(loanId), 0)
  })

  test('who works with one of the two sees it and does not do it; accounting staff see no loans', async ({
    assert,
    client,
  }) => {
    const { found, loanId } = await makeLendingStage()
    const order = await makePayerSent(found, 'HTTP-UNA')
    const fields = { loan_id: loanId, value_on: SENT_ON }
    for (const siteId of [found.debtor.siteId, found.payer.siteId]) {
      const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [siteId] })
      assert.containsSubset((await shown(client, order.id, session)).loan, { canLend: false, choices: [] })
      const { answer } = await send(client, session, `/payment-orders/${order.id}/loan`, fields)
      assert.equal(answer.flashMessages().error, 'No tiene permisos para realizar esta acción.')
    }
    const { session: stranger } = await makeSignedIn('superC0ntab1l1dad', {
      siteIds: [(await makeLendingStage()).found.payer.siteId],
    })
    assert.equal(
      (await send(client, stranger, `/payment-orders/${order.id}/loan`, fields)).answer.status(),
      404
    )
    const { session: staff } = await makeSignedIn('c0ntab1l1dad')
    assert.isNull((await shown(client, order.id, staff)).loan)
    assert.equal(await owedOf(loanId), 0)
  })

  test('the page of two companies registers what stands on their current account', async ({
    assert,
    client,
  }) => {
    const { found, loanId, stage } = await makeLendingStage()
    await makePayerSent(found, 'HTTP-PAREJA')
    const [lender, borrower] = [found.debtor.siteId, found.payer.siteId]
    const session = await signedIn(stage.creator)
    const url = `/loansResumen/${lender}/${borrower}`
    const pair = async (who: SessionData) =>
      (await client.get(url).withSession(who).withInertia()).inertiaProps as Pair
    const take = (fields: object) =>
      send(client, session, `${url}/debts`, { loan_id: loanId, value_on: SENT_ON, ...fields })

    assert.containsSubset((await pair(session)).taking, {
      owed: { minor: 12_100 },
      choices: [{ value: String(loanId) }],
    })
    const { session: one } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [lender] })
    assert.isNull((await pair(one)).taking)
    assert.equal((await send(client, one, `${url}/debts`, { loan_id: loanId })).answer.status(), 404)
    assert.deepEqual(Object.keys((await take({ amount: '0' })).errors), ['amount'])
    assert.deepEqual(Object.keys((await take({ amount: '121,01' })).errors), ['amount'])
    assert.deepEqual((await take({ amount: '100,00' })).errors, {})
    assert.equal(await owedOf(loanId), 10_000)
    assert.containsSubset((await pair(session)).taking, { owed: { minor: 2_100 } })
  })
})
