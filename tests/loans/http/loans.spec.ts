import type { SessionData } from '@adonisjs/session/types'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { oneRow } from '#app/kernel/database/sql'
import { readLoan } from '#app/loans/terms/loan'
import { type LoanStage, makeLoanStage, makeReadyLoan } from '#tests/factories/loans'
import { makeSignedIn, signedIn } from '#tests/factories/sign_in'

type Errors = Record<string, string[]>

const send = async (
  client: ApiClient,
  session: SessionData,
  { method = 'post', url, fields }: { method?: 'post' | 'put'; url: string; fields: object }
) => {
  const answer = await client[method](url)
    .withSession(session)
    .withCsrfToken()
    .redirects(0)
    .json({ _request_id: crypto.randomUUID(), ...fields })
  return { answer, errors: (answer.flashMessage('inputErrorsBag') ?? {}) as Errors }
}

const newLoan = ({ lender, borrower }: LoanStage, more: object = {}) => ({
  lender_site_id: lender.siteId,
  lender_name: null,
  borrower_site_id: borrower.siteId,
  kind: 'term',
  currency: 'EUR',
  principal: '6.000,00',
  start_on: '2026-01-15',
  ...more,
})

/** The terms of a French loan as the form sends them. */
const terms = (more: object = {}) => ({
  principal: '6.000,00',
  method: 'french',
  rate_type: 'fixed',
  rate: '4,5',
  rate_index: null,
  spread: null,
  day_count: '30/360',
  periodicity: 'monthly',
  start_on: '2026-01-15',
  first_payment_on: '2026-02-15',
  periods: 12,
  maturity_on: null,
  grace_periods: 0,
  custom: null,
  capitalise: false,
  withholding_rate: '0',
  fee: '0',
  loaded_on: null,
  loaded_amount: null,
  ...more,
})

test.group('Loans over HTTP', () => {
  test('a loan is created by senior accounting, and what it must not be is told at its field', async ({
    assert,
    client,
  }) => {
    const stage = await makeLoanStage()
    const session = await signedIn(stage.creator)
    const create = (more: object) => send(client, session, { url: '/loans', fields: newLoan(stage, more) })
    assert.deepEqual((await create({ borrower_site_id: stage.lender.siteId })).errors, {
      borrower_site_id: ['Prestamista y prestatario deben ser distintos.'],
    })
    assert.deepEqual((await create({ principal: null })).errors, {
      principal: ['Este campo es obligatorio.'],
    })
    assert.deepEqual((await create({ lender: 'site', lender_site_id: null, principal: '0' })).errors, {
      lender_site_id: ['Este campo es obligatorio.'],
      principal: ['Introduzca un importe mayor que cero.'],
    })
    assert.deepEqual((await create({ lender_site_id: null })).errors, {
      lender_site_id: ['Elija el prestamista o escriba el nombre del banco.'],
    })
    assert.deepEqual((await create({ lender: 'bank', lender_site_id: null, lender_name: '' })).errors, {
      lender_name: ['Este campo es obligatorio.'],
    })
    const { answer, errors } = await create({})
    assert.deepEqual(errors, {})
    assert.match(String(answer.header('location')), /\/loans\/\d+\/edit$/)
    assert.deepEqual(Object.keys((await create({})).errors), ['principal'])
  })

  test('terms that no schedule follows from are refused at their field', async ({ assert, client }) => {
    const stage = await makeLoanStage()
    const id = await makeReadyLoan(stage)
    const session = await signedIn(stage.creator)
    const { lockVersion } = await readLoan(id)
    const configure = async (more: object) =>
      (
        await send(client, session, {
          method: 'put',
          url: `/loans/${id}/configuration`,
          fields: { ...terms(more), lock_version: lockVersion },
        })
      ).errors
    const refused: [object, Errors][] = [
      [{ rate: '31' }, { rate: ['El tipo de interés debe estar entre 0 y 30.'] }],
      [{ rate: '-1' }, { rate: ['El tipo de interés debe estar entre 0 y 30.'] }],
      [
        { first_payment_on: '2026-01-15' },
        { first_payment_on: ['La primera cuota debe ser posterior al inicio.'] },
      ],
      [{ withholding_rate: '51' }, { withholding_rate: ['La retención debe estar entre 0 y 50.'] }],
      [{ spread: '99' }, { spread: ['El diferencial debe estar entre -30 y 30.'] }],
      [{ loaded_on: '2199-01-01' }, { loaded_on: ['La fecha de carga no puede ser posterior a hoy.'] }],
      [
        { method: 'custom', custom: [{ due_on: '2026-03-01', principal: '5.999,99' }] },
        { custom: ['El cuadro no suma el principal.'] },
      ],
      [
        { method: 'custom', custom: [{ due_on: '2026-01-15', principal: '6.000,00' }] },
        { 'custom.0.due_on': ['La primera cuota debe ser posterior al inicio.'] },
      ],
      [
        {
          method: 'custom',
          custom: [
            { due_on: '2026-03-01', principal: '1.000,00' },
            { due_on: '2026-03-01', principal: '5.000,00' },
          ],
        },
        { 'custom.1.due_on': ['Cada cuota debe ser posterior a la anterior.'] },
      ],
      [
        {
          method: 'custom',
          custom: [
            { due_on: '2026-03-01', principal: '-1' },
            { due_on: '', principal: '5.000,00' },
          ],
        },
        {
          'custom.0.principal': ['El importe no puede ser negativo.'],
          'custom.1.due_on': ['Este campo es obligatorio.'],
        },
      ],
      [{ periods: '1.5' }, { periods: ['Introduzca un número entero.'] }],
      [{ grace_periods: 'dos' }, { grace_periods: ['Introduzca un número.'] }],
    ]
    for (const [more, errors] of refused) assert.deepEqual(await configure(more), errors)
    assert.deepEqual(await configure({ rate: '5,25' }), {})
    assert.equal(Number((await readLoan(id)).rate), 5.25)
  })

  test('the schedule of what is typed is shown and nothing is written', async ({ assert, client }) => {
    const stage = await makeLoanStage()
    const id = await makeReadyLoan(stage)
    const { fingerprint, lockVersion } = await readLoan(id)
    const { answer } = await send(client, await signedIn(stage.creator), {
      url: `/loans/${id}/configuration/preview`,
      fields: { ...terms({ principal: '100.000,00' }), lock_version: lockVersion },
    })
    const { rows, totalInterest } = answer.body()
    assert.lengthOf(rows, 12)
    assert.equal(rows[0].total.minor, 853_785)
    assert.equal(rows[11].total.minor, 853_789)
    assert.equal(totalInterest.minor, 245_424)
    assert.equal((await readLoan(id)).fingerprint, fingerprint)
  })

  test('who works with neither company finds nothing, and accounting may not look', async ({
    assert,
    client,
  }) => {
    const stage = await makeLoanStage()
    const { companies } = await makeLoanStage()
    const id = await makeReadyLoan(stage)
    const other = await makeSignedIn('superC0ntab1l1dad', {
      siteIds: companies.map(({ siteId }) => siteId),
    })
    const accountant = await makeSignedIn('c0ntab1l1dad')
    const pair = `/loansResumen/${stage.lender.siteId}/${stage.borrower.siteId}`
    for (const url of [`/loans/${id}/edit`, pair]) {
      assert.equal((await client.get(url).withSession(other.session)).status(), 404)
      assert.equal((await client.get(url).withSession(accountant.session)).status(), 403)
    }
    const { number } = await oneRow<{ number: string }>(`select number from loans where id = :id`, { id })
    const list = await client.get('/loans').withSession(other.session).withInertia()
    assert.notInclude(JSON.stringify(list.inertiaProps), number)
    const own = await client
      .get('/loans')
      .withSession(await signedIn(stage.creator))
      .withInertia()
    assert.include(JSON.stringify(own.inertiaProps), number)
  })
})
