import type { SessionData } from '@adonisjs/session/types'
import { test } from '@japa/runner'
import { execute, oneRow } from '#app/kernel/database/sql'
import { offsetCost } from '#app/legal/actions/offsets'
import { orderLegalCost } from '#app/payments/kinds/legal_procedure/order_legal_cost'
import { paper } from '#tests/factories/contracts'
import {
  costOf,
  makeCost,
  makeLegalStage,
  makeOpenProcedure,
  makePayableCost,
  makeProcedure,
  offsetInput,
  phaseKeys,
  phasesOf,
} from '#tests/factories/legal'
import { approveFully, approverOf, sendOne, settleOne } from '#tests/factories/payments'
import { makeSignedIn, signedIn } from '#tests/factories/sign_in'

const steppedUp = async (session: SessionData): Promise<SessionData> => {
  await execute(`update user_sessions set step_up_at = now()`)
  return session
}

test.group('Legal procedures over HTTP', () => {
  test('whether August counts is a setting of the group, on record', async ({ assert, client }) => {
    const { session } = await makeSignedIn('superC0ntab1l1dad')
    const set = (isOff: boolean) =>
      client
        .put('/phases/august')
        .withSession(session)
        .withCsrfToken()
        .redirects(0)
        .json({ is_august_off: isOff })
    const shown = async () =>
      (
        (await client.get('/phases').withSession(session).withInertia()).inertiaProps as {
          isAugustOff: boolean
        }
      ).isAugustOff

    const before = await shown()
    await set(false)
    const after = await shown()
    await set(true)

    assert.deepEqual([before, after, await shown()], [true, false, true])
    const { times } = await oneRow<{ times: number }>(
      `select count(*)::int as times from audit_events where event = 'group_settings.judicial_august_changed'`
    )
    assert.isAtLeast(times, 2)
  })

  test('a confidential procedure is not there for whom it is not for: lists, search, files, payments, exports', async ({
    assert,
    client,
  }) => {
    const stage = await makeLegalStage()
    const responsible = await makeSignedIn('superC0ntab1l1dad')
    const other = await makeSignedIn('superC0ntab1l1dad')
    const lead = await makeSignedIn('aprobador')
    const secret = `Secretísima ${Date.now()}`
    const procedureId = await makeOpenProcedure(stage, {
      title: secret,
      confidential: true,
      responsibleUserId: responsible.person.id,
    })
    const paid = await makePayableCost(stage, procedureId, {
      description: `${secret} pagada`,
      baseMinor: 5_500,
    })
    const order = await orderLegalCost(paid, {}, stage.creator.actor)
    await approveFully(stage, order.id)
    await sendOne(stage, order.id)
    await settleOne(stage, order.id)
    const draftCost = await makePayableCost(stage, procedureId, { description: `${secret} en curso` })
    const draft = await orderLegalCost(draftCost, {}, stage.creator.actor)
    const owed = await makePayableCost(stage, procedureId, { description: `${secret} por pagar` })
    const { id: fileId } = await oneRow<{ id: number }>(
      `select min(id) as id from legal_procedure_files where procedure_id = :procedureId`,
      { procedureId }
    )
    const scope = `site_ids[]=${stage.siteId}`
    const hidden = [`/legal_procedure/${procedureId}/edit`, `/legal_procedure/${procedureId}/files/${fileId}`]
    const seen = [
      `/legal_procedure?${scope}`,
      `/legal_procedure?q=${encodeURIComponent(secret)}`,
      '/legal_procedure?export=csv',
      '/legal_procedure?view=calendar',
      `/paylegalprocedures?${scope}`,
      `/paylegalprocedures?tab=draft&${scope}`,
      `/paylegalprocedures/process?site_id=${stage.siteId}`,
      `/payment-orders/${draft.id}`,
      `/payment-orders/${order.id}`,
      `/historypay?${scope}`,
      `/historypay?export=csv&${scope}`,
      `/historypay/${order.id}`,
      `/payment-batches/${(await oneRow<{ batchId: number }>(`select batch_id from payment_orders where id = :id`, { id: order.id })).batchId}`,
      `/resumen/retenido?${scope}`,
    ]
    const read = async (path: string, session: SessionData) =>
      client.get(path).withSession(session).withInertia().redirects(0)
    const { name } = await oneRow<{ name: string }>(
      `select creditor_name as name from payment_orders where id = :id`,
      {
        id: draft.id,
      }
    )

    for (const path of hidden) (await read(path, other.session)).assertStatus(404)
    for (const path of seen) {
      const response = await read(path, other.session)
      response.assertStatus(200)
      // The search itself comes back in the page.
      assert.notInclude(response.text().replaceAll(`"q":"${secret}"`, ''), `${secret} `, path)
      if (!path.includes('legal_procedure?')) assert.notInclude(response.text(), name, path)
    }
    assert.include(
      (await read(`/paylegalprocedures?tab=draft&${scope}`, other.session)).text(),
      'Procedimiento reservado'
    )
    assert.include((await read(`/historypay?${scope}`, other.session)).text(), 'Procedimiento reservado')
    const searched = await read(`/paylegalprocedures?tab=draft&q=${encodeURIComponent(name)}`, other.session)
    assert.notInclude(searched.text(), draft.number)
    ;(await read(`/payment-orders/${draft.id}/proof`, other.session)).assertStatus(404)
    for (const session of [responsible.session, lead.session]) {
      ;(await read(`/legal_procedure/${procedureId}/edit`, session)).assertStatus(200)
      assert.include((await read(`/paylegalprocedures?${scope}`, session)).text(), `${secret} por pagar`)
    }
    assert.isAbove(owed, 0)
  }).timeout(60_000)

  test('senior accounting neither reopens nor annuls, and does not take an offset back', async ({
    assert,
    client,
  }) => {
    const stage = await makeLegalStage()
    const session = await signedIn(stage.person)
    const procedureId = await makeOpenProcedure(stage)
    const costId = await makePayableCost(stage, procedureId)
    const offsetId = await offsetCost(
      costId,
      offsetInput((await costOf(costId)).totalMinor),
      stage.person.actor
    )
    const system = await signedIn((await makeSignedIn('s1st3ma')).person)
    const ask = (method: 'post' | 'delete', path: string, who: SessionData) =>
      client[method](path)
        .withSession(who)
        .withCsrfToken()
        .redirects(0)
        .json({ reason: 'Motivo de la prueba' })

    for (const [method, path] of [
      ['post', `/legal_procedure/${procedureId}/cancellation`],
      ['delete', `/legal_procedure/${procedureId}/closing`],
      ['delete', `/legal_procedure/costs/${costId}/offsets/${offsetId}`],
    ] as const)
      assert.match(
        JSON.stringify((await ask(method, path, session)).flashMessages()),
        /No tiene permisos/,
        path
      )
    assert.equal((await costOf(costId)).status, 'offset')

    await ask('delete', `/legal_procedure/costs/${costId}/offsets/${offsetId}`, system)
    assert.equal((await costOf(costId)).status, 'payable')
  })

  test('a procedure goes from the dialog to a paid cost', async ({ assert, client }) => {
    const stage = await makeLegalStage()
    const session = await signedIn(stage.person)
    const post = (path: string, body: object, who: SessionData = session) =>
      client.post(path).withSession(who).withCsrfToken().redirects(0).json(body)
    const [phaseId] = await phaseKeys('Juicio')
    const made = await post('/legal_procedure', {
      site_id: stage.siteId,
      kind: 'civil',
      title: 'Impago de un turoperador',
      role: 'claimant',
      phase_ids: [phaseId],
    })
    const path = (made.header('location') ?? '').replace('/edit', '')
    const procedureId = Number(path.split('/').at(-1))
    await post(`${path}/opening`, {})
    const [phase] = await phasesOf(procedureId)
    await client
      .post(`${path}/files`)
      .withSession(session)
      .withCsrfToken()
      .redirects(0)
      .field('kind', 'invoice')
      .file('files[]', Buffer.from(paper()), { filename: 'minuta.pdf', contentType: 'application/pdf' })
    const { id: documentId } = await oneRow<{ id: number }>(
      `select id from legal_procedure_files where procedure_id = :procedureId`,
      { procedureId }
    )
    const wrong = await post(`${path}/costs`, {
      phase_id: phase?.id,
      concept: 'fee',
      description: 'Minuta',
      base: '0',
      due_on: '2026-12-01',
    })
    assert.property(wrong.flashMessages(), 'inputErrorsBag')
    await post(`${path}/costs`, {
      phase_id: phase?.id,
      concept: 'fee',
      description: 'Minuta de la demanda',
      provider_id: stage.provider.id,
      base: '321,00',
      due_on: '2026-12-01',
      document_id: documentId,
    })
    const { id: costId } = await oneRow<{ id: number }>(
      `select id from legal_procedure_costs where procedure_id = :procedureId`,
      { procedureId }
    )
    await post(`${path}/costs/${costId}/approval`, {})
    const review = await client
      .get(`/paylegalprocedures/process?site_id=${stage.siteId}`)
      .withSession(session)
      .withInertia()
    const { accounts } = review.inertiaProps as { accounts: { id: number }[] }
    const processed = await post('/paylegalprocedures/process', {
      cost_ids: [costId],
      debtor_account_id: accounts[0]?.id,
    })
    assert.equal(processed.header('location'), '/paylegalprocedures?tab=buffer')
    const order = await oneRow<{ id: number; fingerprint: string; status: string; kind: string }>(
      `select id, fingerprint, status, kind from payment_orders where source_type = 'legal_cost' and source_id = :costId`,
      { costId }
    )
    assert.deepInclude(order, { status: 'buffered', kind: 'legal_procedure' })

    const approval = { fingerprint: order.fingerprint }
    const own = await post(`/payment-orders/${order.id}/approval`, approval, await steppedUp(session))
    assert.notMatch(JSON.stringify(own.flashMessages()), /aprobado|registrada/)
    const approver = await steppedUp(await signedIn(approverOf(stage)))
    const approved = await post(`/payment-orders/${order.id}/approval`, approval, approver)
    assert.match(JSON.stringify(approved.flashMessages()), /aprob/i)
  }).timeout(60_000)

  test('each tab of the payments shows what its name says, and nothing of another company', async ({
    assert,
    client,
  }) => {
    const stage = await makeLegalStage()
    const procedureId = await makeOpenProcedure(stage)
    const ordered = await makePayableCost(stage, procedureId)
    await orderLegalCost(ordered, {}, stage.creator.actor)
    await makePayableCost(stage, procedureId)
    await makeCost(stage, procedureId)
    const session = await signedIn(stage.person)
    const stranger = await makeSignedIn('superC0ntab1l1dad', { siteIds: [] })
    const rowsOf = async (tab: string, prop: string, who: SessionData) => {
      const response = await client
        .get(`/paylegalprocedures?tab=${tab}&site_ids[]=${stage.siteId}`)
        .withSession(who)
        .withInertia()
      response.assertStatus(200)
      return (response.inertiaProps as Record<string, { rows: unknown[] }>)[prop]?.rows.length
    }

    assert.equal(await rowsOf('pending', 'costs', session), 1)
    assert.equal(await rowsOf('draft', 'orders', session), 1)
    for (const tab of ['buffer', 'sent', 'incident', 'history'])
      assert.equal(await rowsOf(tab, 'orders', session), 0)
    assert.equal(await rowsOf('pending', 'costs', stranger.session), 0)
    const bulk = await client
      .post('/paylegalprocedures')
      .withSession(stranger.session)
      .withCsrfToken()
      .redirects(0)
      .json({ cost_ids: [ordered] })
    bulk.assertStatus(404)
  })

  test('a form that is wrong says so at its field', async ({ assert, client }) => {
    const stage = await makeLegalStage()
    const session = await signedIn(stage.person)
    const procedureId = await makeProcedure(stage)
    const [phase] = await phasesOf(procedureId)
    const errorsOf = async (method: 'post' | 'put', path: string, body: object) => {
      const response = await client[method](path).withSession(session).withCsrfToken().redirects(0).json(body)
      return Object.keys((response.flashMessages().inputErrorsBag as object | undefined) ?? {})
    }
    const cost = {
      phase_id: phase?.id,
      concept: 'fee',
      description: 'Minuta',
      base: '100',
      due_on: '2026-12-01',
    }

    assert.includeMembers(await errorsOf('post', '/legal_procedure', {}), ['site_id', 'kind', 'title'])
    assert.include(await errorsOf('post', `/legal_procedure/${procedureId}/costs`, cost), 'provider_id')
    assert.include(
      await errorsOf('post', `/legal_procedure/${procedureId}/costs`, {
        ...cost,
        payee_name: 'Notaría',
        payee_iban: 'ES00',
      }),
      'payee_iban'
    )
    assert.include(
      await errorsOf('post', `/legal_procedure/${procedureId}/costs`, {
        ...cost,
        concept: 'deposit',
        provider_id: stage.provider.id,
      }),
      'deposit_term'
    )
    assert.include(
      await errorsOf('post', `/legal_procedure/${procedureId}/costs`, {
        ...cost,
        concept: 'court_fee',
        provider_id: stage.provider.id,
      }),
      'expense_account'
    )
    assert.include(
      await errorsOf('put', `/legal_procedure/${procedureId}/phases/${phase?.id}`, {
        planned_start: '2026-12-10',
        planned_end: '2026-12-01',
      }),
      'planned_end'
    )
    assert.include(
      await errorsOf('post', '/phases', { name: 'Demanda', procedure_kinds: ['civil'], colour: 'blue' }),
      'name'
    )
  })
})
