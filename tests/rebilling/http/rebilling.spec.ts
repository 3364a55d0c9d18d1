import type { SessionData } from '@adonisjs/session/types'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import User from '#app/identity/models/user'
import { oneRow, rows } from '#app/kernel/database/sql'
import { today } from '#app/kernel/time/calendar_date'
import { createCharges } from '#app/rebilling/charges/create_charges'
import { waitingForApproval } from '#app/reports/queries/waiting_for_approval'
import { taxCodeId } from '#tests/factories/issuing'
import {
  approveAs,
  chargeOf,
  chargesOf,
  computeAll,
  findCharge,
  makeApprovedCharge,
  makeBill,
  makeRebillingStage,
  makeRule,
  ofLine,
  type RebillingStage,
  shownOf,
} from '#tests/factories/rebilling'
import { makeSignedIn, signedIn } from '#tests/factories/sign_in'

type Errors = Record<string, string[]>

const said = (message: unknown) => (typeof message === 'string' ? message : '')

const post = async (client: ApiClient, session: SessionData, url: string, fields: object) => {
  const answer = await client
    .post(url)
    .withSession(session)
    .withCsrfToken()
    .redirects(0)
    .json({ _request_id: crypto.randomUUID(), ...fields })
  return {
    answer,
    errors: (answer.flashMessage('inputErrorsBag') ?? {}) as Errors,
    success: said(answer.flashMessage('success')),
    warning: said(answer.flashMessage('warning')),
  }
}

const props = async <T>(client: ApiClient, session: SessionData, url: string): Promise<T> => {
  const answer = await client.get(url).withSession(session).withInertia()
  return answer.inertiaProps as T
}

/** A rule as its form sends it. */
const ruleFields = (stage: RebillingStage, more: object = {}) => ({
  name: `Software ${stage.originId}`,
  origin_site_id: stage.originId,
  takes_invoices: true,
  takes_notes: false,
  takes_costs: false,
  provider_ids: [stage.provider.id],
  profile_ids: [],
  category_ids: [],
  account_codes: [],
  text_filter: null,
  allocation: 'percentage',
  allocation_key: null,
  targets: stage.targetIds.map((siteId, place) => ({
    site_id: siteId,
    percentage: ['33,33', '33,33', '33,34'][place],
  })),
  markup: '5',
  treatment: 'debit_note',
  vat_code_id: null,
  income_account: null,
  expense_account: null,
  frequency: 'per_document',
  auto_propose: true,
  settlement: 'current_account',
  valid_from: '2026-01-01',
  valid_to: null,
  priority: 100,
  active: true,
  ...more,
})

test.group('Rules of rebilling over HTTP', () => {
  test('one is written, shown, tried on a month and switched off', async ({ assert, client }) => {
    const stage = await makeRebillingStage(3)
    await makeBill(stage, { totalMinor: 14_937 })
    const { session } = await makeSignedIn('superC0ntab1l1dad')

    const { success } = await post(client, session, '/configuracion-refacturacion', ruleFields(stage))
    assert.isNotEmpty(success)
    const { id } = await oneRow<{ id: number }>(
      `select id from rebilling_settings where origin_site_id = :originId`,
      { originId: stage.originId }
    )
    const index = await props<{ settings: { rows: { id: number; targets: string }[] } }>(
      client,
      session,
      `/configuracion-refacturacion?site_ids[]=${stage.originId}`
    )
    assert.include(
      index.settings.rows.map((row) => row.id),
      id
    )
    const trial = await client
      .post('/configuracion-refacturacion/trial')
      .withSession(session)
      .withCsrfToken()
      .json({ ...ruleFields(stage), month: '2026-03-01', invoice_id: null })
    const { data } = trial.body() as { data: { parts: { base: { minor: number } }[] } }
    assert.deepEqual(
      data.parts.map(({ base }) => base.minor),
      [4_115, 4_114, 4_116]
    )

    await client
      .delete(`/configuracion-refacturacion/${id}/activation`)
      .withSession(session)
      .withCsrfToken()
      .redirects(0)
    const { active } = await oneRow<{ active: boolean }>(
      `select active from rebilling_settings where id = :id`,
      { id }
    )
    assert.isFalse(active)
  })

  test('what is wrong with it is said in these words, at its field', async ({ assert, client }) => {
    const stage = await makeRebillingStage(2)
    const { session } = await makeSignedIn('superC0ntab1l1dad')
    const save = async (more: object) =>
      (await post(client, session, '/configuracion-refacturacion', ruleFields(stage, more))).errors

    const short = [{ site_id: stage.targetIds[0], percentage: '99,99' }]
    assert.deepEqual((await save({ targets: short })).targets, ['Los porcentajes deben sumar 100 %.'])
    const own = [{ site_id: stage.originId, percentage: '100' }]
    assert.deepEqual((await save({ targets: own })).targets, [
      'La empresa de origen no puede ser el único destino.',
    ])
    await makeRule(stage)
    const whole = stage.targetIds.map((siteId) => ({ site_id: siteId, percentage: '50' }))
    assert.match(
      (await save({ targets: whole, provider_ids: [] })).provider_ids?.[0] ?? '',
      /^Elija qué facturas recoge/
    )
    const errorsOf = async (more: object) => save({ targets: whole, ...more })
    assert.deepEqual(await errorsOf({ treatment: 'invoice' }), {
      vat_code_id: ['Elija el IVA de la factura.'],
    })
    assert.deepEqual(await errorsOf({ valid_to: '2025-12-31' }), {
      valid_to: ['Debe ser igual o posterior a la fecha desde la que vale.'],
    })
    const [first, second] = stage.targetIds
    const twice = [
      { site_id: first, percentage: '50' },
      { site_id: first, percentage: '50' },
    ]
    assert.deepEqual(await save({ targets: twice }), {
      'targets.1.site_id': ['La empresa ya está en el reparto.'],
    })
    const unmeasured = [
      { site_id: first, percentage: '100' },
      { site_id: second, percentage: '' },
    ]
    assert.deepEqual(await save({ targets: unmeasured }), {
      'targets.1.percentage': ['Indique el porcentaje de la empresa.'],
    })
    assert.deepEqual(await save({ targets: unmeasured, allocation: 'fixed_amount' }), {
      'targets.0.amount': ['Indique el importe de la empresa.'],
    })
    assert.deepEqual((await save({ targets: whole, takes_invoices: false })).takes_invoices, [
      'Elija qué gastos recoge la regla.',
    ])
    assert.match(
      (await save({ targets: whole })).priority?.[0] ?? '',
      /^Ya existe una regla con la misma prioridad para este gasto\./
    )
  })

  test('one for notes keeps no supplier that was chosen before', async ({ assert, client }) => {
    const stage = await makeRebillingStage(1)
    const { session } = await makeSignedIn('superC0ntab1l1dad')
    const targets = [{ site_id: stage.targetIds[0], percentage: '100' }]

    const { errors } = await post(
      client,
      session,
      '/configuracion-refacturacion',
      ruleFields(stage, { targets, takes_notes: true })
    )

    assert.deepEqual(errors, {})
    const { providers } = await oneRow<{ providers: number }>(
      `select cardinality(provider_ids) as providers from rebilling_settings where origin_site_id = :originId`,
      { originId: stage.originId }
    )
    assert.equal(providers, 0)
  })

  test('values of a key are written by hand and found by month', async ({ assert, client }) => {
    const stage = await makeRebillingStage(2)
    const { session } = await makeSignedIn('superC0ntab1l1dad')
    const name = `camas ${stage.originId}`
    const { success } = await post(client, session, '/configuracion-refacturacion/claves', {
      name,
      month: '2026-03-01',
      values: [
        ...stage.targetIds.map((siteId, place) => ({ site_id: siteId, value: String(10 + place) })),
        { site_id: stage.originId, value: '' },
      ],
    })
    assert.isNotEmpty(success)
    const page = await props<{ keys: { rows: { name: string; value: string }[] } }>(
      client,
      session,
      `/configuracion-refacturacion/claves?q=${encodeURIComponent(name)}`
    )
    assert.lengthOf(page.keys.rows, 2)
  })
})

test.group('Charges over HTTP', () => {
  test('an amount that no document is behind needs its account', async ({ assert, client }) => {
    const stage = await makeRebillingStage(1)
    const { session } = await makeSignedIn('superC0ntab1l1dad')
    const create = async (more: object) =>
      (
        await post(client, session, '/refacturacion', {
          origin_site_id: stage.originId,
          charged_on: '2026-03-31',
          due_on: null,
          concept: 'Licencias de marzo',
          costs: [],
          manual_amount: '100,00',
          manual_account: '',
          allocation: 'equal',
          targets: stage.targetIds.map((siteId) => ({ site_id: siteId })),
          markup: '0',
          treatment: 'debit_note',
          settlement: 'current_account',
          ...more,
        })
      ).errors

    assert.deepEqual(await create({}), { manual_account: ['Indique la cuenta de gasto.'] })
    assert.deepEqual(await create({ by: 'manual', manual_amount: '' }), {
      manual_amount: ['Este campo es obligatorio.'],
      manual_account: ['Este campo es obligatorio.'],
    })
    assert.deepEqual(await create({ manual_amount: '0' }), {
      manual_amount: ['Introduzca un importe distinto de cero.'],
    })
    assert.lengthOf(await chargesOf(stage), 0)
  })

  test('by hand, approved, issued, seen in the history and on paper', async ({ assert, client }) => {
    const stage = await makeRebillingStage(1)
    const { lineId } = await makeBill(stage)
    const { session } = await makeSignedIn('superC0ntab1l1dad')
    const made = await post(client, session, '/refacturacion', {
      origin_site_id: stage.originId,
      charged_on: '2026-03-31',
      due_on: null,
      concept: 'Licencias de marzo',
      costs: [{ type: 'invoice_line', id: lineId, amount: null }],
      allocation: 'equal',
      targets: stage.targetIds.map((siteId) => ({ site_id: siteId })),
      markup: '0',
      treatment: 'invoice',
      vat_code_id: await taxCodeId('IVA21'),
      settlement: 'current_account',
    })
    assert.equal(made.success, '1 refacturación creada en borrador.')
    const [charge] = await chargesOf(stage)
    const id = charge?.id ?? 0
    await approveAs(id, stage.approver)

    const issued = await post(client, session, '/refacturacion/issues', {
      ids: [id],
      issued_on: '2026-04-10',
    })
    assert.match(issued.success, /emitida y contabilizada en las dos empresas/)

    const history = await props<{ charges: { rows: { id: number }[] } }>(
      client,
      session,
      `/refacturacion-historico?site_ids[]=${stage.originId}`
    )
    assert.deepEqual(
      history.charges.rows.map((row) => row.id),
      [id]
    )
    const paper = await client
      .get(`/refacturacion-historico?site_ids[]=${stage.originId}&export=pdf`)
      .withSession(session)
    paper.assertHeader('content-type', 'application/pdf')
    const matrix = await props<{
      matrix: { cells: { originId: number; base: { minor: number }; total: { minor: number } }[] }
    }>(client, session, '/refacturacion-historico/matriz?year=2026')
    assert.deepInclude(
      matrix.matrix.cells.find((cell) => cell.originId === stage.originId),
      { base: { minor: 10_000, currency: 'EUR' }, total: { minor: 12_100, currency: 'EUR' } }
    )
    const page = await props<{ charge: { issuedInvoiceId: number | null } }>(
      client,
      session,
      `/refacturacion/${id}`
    )
    assert.isNumber(page.charge.issuedInvoiceId)
    const documentsOf = async (whose: SessionData) =>
      (
        await props<{
          charges: { rows: { id: number; issuedInvoiceId: number | null; actions: string[] }[] }
        }>(client, whose, `/refacturacion-historico?origin_ids[]=${stage.originId}`)
      ).charges.rows.map((row) => [row.id, row.issuedInvoiceId, row.actions.includes('pdf')])
    const ofTarget = await makeSignedIn('superC0ntab1l1dad', { siteIds: stage.targetIds })
    assert.deepEqual(await documentsOf(session), [[id, page.charge.issuedInvoiceId, true]])
    assert.deepEqual(await documentsOf(ofTarget.session), [[id, null, false]])
  })

  test('more than is left is refused with how much that is', async ({ assert, client }) => {
    const stage = await makeRebillingStage(1)
    const { lineId } = await makeBill(stage)
    await createCharges(chargeOf(stage, { costs: [ofLine(lineId, 6_000)] }), stage.author.actor)
    const { session } = await makeSignedIn('superC0ntab1l1dad')
    const { errors } = await post(client, session, '/refacturacion', {
      origin_site_id: stage.originId,
      charged_on: '2026-03-31',
      concept: 'Licencias de marzo',
      costs: [{ type: 'invoice_line', id: lineId, amount: '40,01' }],
      allocation: 'equal',
      targets: stage.targetIds.map((siteId) => ({ site_id: siteId })),
      treatment: 'debit_note',
      settlement: 'current_account',
    })
    assert.match(errors.costs?.[0] ?? '', /^El importe supera lo pendiente de refacturar \(40,00.€\)\.$/)
  })

  test('acts on several say what they did and what they could not', async ({ assert, client }) => {
    const stage = await makeRebillingStage(1)
    const { chargeId } = await makeApprovedCharge(stage)
    const { lineId } = await makeBill(stage)
    const [draftId = 0] = await createCharges(
      chargeOf(stage, { costs: [ofLine(lineId)] }),
      stage.author.actor
    )
    const { session } = await makeSignedIn('superC0ntab1l1dad')

    const told = await post(client, session, '/refacturacion/issues', {
      ids: [chargeId, draftId],
      issued_on: '2026-04-10',
    })

    assert.equal(told.success, '1 refacturación emitida.')
    assert.match(told.warning, /Borrador/)
    assert.equal((await findCharge(draftId)).status, 'draft')
  })

  test('discarding asks why, and «Recuperar» brings it back', async ({ assert, client }) => {
    const stage = await makeRebillingStage(1)
    const { chargeId } = await makeApprovedCharge(stage)
    const { session } = await makeSignedIn('superC0ntab1l1dad')
    const refused = await post(client, session, '/refacturacion/discards', { ids: [chargeId], reason: ' ' })
    assert.deepEqual(refused.errors.reason, ['Indique el motivo.'])

    await post(client, session, '/refacturacion/discards', { ids: [chargeId], reason: 'Lo paga la matriz' })
    assert.equal((await findCharge(chargeId)).status, 'discarded')
    await post(client, session, '/refacturacion/recoveries', { ids: [chargeId] })
    assert.equal((await findCharge(chargeId)).status, 'draft')
  })

  test('people of the other company see it and approve it, and do nothing else with it', async ({
    assert,
    client,
  }) => {
    const stage = await makeRebillingStage(1)
    const [targetId = 0] = stage.targetIds
    const { lineId } = await makeBill(stage)
    const [chargeId = 0] = await createCharges(
      chargeOf(stage, { costs: [ofLine(lineId)] }),
      stage.author.actor
    )
    const theirs = await makeSignedIn('superC0ntab1l1dad', { siteIds: [targetId] })
    const nobody = await makeSignedIn('superC0ntab1l1dad', { siteIds: [] })
    const page = await props<{ charge: { id: number }; actions: string[] }>(
      client,
      theirs.session,
      `/refacturacion/${chargeId}`
    )
    assert.equal(page.charge.id, chargeId)
    assert.notIncludeMembers(page.actions, ['edit', 'discard', 'issue'])
    const discarded = await post(client, theirs.session, '/refacturacion/discards', {
      ids: [chargeId],
      reason: 'No es nuestro',
    })
    discarded.answer.assertStatus(404)
    const other = await client.get(`/refacturacion/${chargeId}`).withSession(nobody.session)
    other.assertStatus(404)
  })

  test('«Calcular» works rules out in the background, and its outcome is told', async ({
    assert,
    client,
  }) => {
    const stage = await makeRebillingStage(2)
    await makeRule(stage)
    await makeBill(stage)
    const { session } = await makeSignedIn('superC0ntab1l1dad', {
      siteIds: [stage.originId, ...stage.targetIds],
    })
    const { answer } = await post(client, session, '/refacturacion/proposals', { until: today() })
    assert.equal(answer.status(), 302)
    const queued = await rows(`select 1 as found from job_runs where queue = 'rebilling.compute'`)
    assert.isNotEmpty(queued)
    await computeAll(stage)
    const list = await props<{ charges: { rows: { id: number }[]; counters: Record<string, number> } }>(
      client,
      session,
      '/refacturacion'
    )
    assert.equal(list.charges.counters.proposals, 2)
  })

  test('the emergency approval asks for the second factor', async ({ assert, client }) => {
    const stage = await makeRebillingStage(1)
    await makeRule(stage)
    await makeBill(stage, {})
    await computeAll(stage)
    const [charge] = await chargesOf(stage)
    const { session } = await makeSignedIn('s1st3ma')

    const { errors } = await post(client, session, `/refacturacion/${charge?.id}/emergency-approval`, {
      fingerprint: await shownOf(charge?.id ?? 0),
      reason: 'No hay otra persona que pueda aprobarla hoy',
    })

    assert.deepEqual(errors.step_up, ['Confirme su identidad.'])
  })

  test('an approval is given in both companies from the page', async ({ assert, client }) => {
    const stage = await makeRebillingStage(1)
    const { lineId } = await makeBill(stage)
    const [chargeId = 0] = await createCharges(
      chargeOf(stage, { costs: [ofLine(lineId)] }),
      stage.author.actor
    )
    const session = await signedIn(stage.approver)
    await post(client, session, '/refacturacion/approvals', {
      charges: [{ id: chargeId, fingerprint: await shownOf(chargeId) }],
    })
    assert.equal((await findCharge(chargeId)).status, 'approved')
  })

  test('it waits for who may approve it in one of its companies, and not for who wrote it', async ({
    assert,
  }) => {
    const stage = await makeRebillingStage(1)
    const { lineId } = await makeBill(stage)
    const [chargeId = 0] = await createCharges(
      chargeOf(stage, { costs: [ofLine(lineId)] }),
      stage.author.actor
    )
    // The start page shows the first few: other tests leave more than that waiting.
    const told = async ({ id }: { id: number }) =>
      (await waitingForApproval(await User.findOrFail(id), 'all', { itemsMax: 10_000 })).find(
        (item) => item.kind === 'rebilling' && item.id === chargeId
      )

    assert.deepInclude(await told(stage.approver), { amountMinor: 10_000, currency: 'EUR' })
    assert.isUndefined(await told(stage.author))
  })
})
