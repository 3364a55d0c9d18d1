import { test } from '@japa/runner'
import { auditInvoice } from '#app/invoices/auditing/audit_invoice'
import { requestAudit } from '#app/invoices/auditing/request_audit'
import { runAudit } from '#app/invoices/auditing/run_audit'
import { execute, inTransaction, oneRow, row, rows } from '#app/kernel/database/sql'
import { addDays, addMonths, today } from '#app/kernel/time/calendar_date'
import { type InvoiceStage, makeInvoiceStage, reviewed } from '#tests/factories/invoice_stage'
import { makeUser } from '#tests/factories/people'
import { signedIn } from '#tests/factories/sign_in'

const REASON = 'Comprobado con el proveedor'

/** Two invoices with the warning of a supplier who usually withholds. */
async function withWarnings(stage: InvoiceStage): Promise<number[]> {
  await execute(`update providers set kind = 'professional' where id = :id`, stage.provider)
  const ids = [await reviewed(stage), await reviewed(stage)]
  const alarms = await rows<{ id: number }>(
    `select id from invoice_alarms where invoice_id = any(:ids::bigint[]) and rule_code = 'A4' order by id`,
    { ids }
  )
  return alarms.map(({ id }) => id)
}

const statusOf = async (id: number) =>
  (await oneRow<{ status: string }>(`select status from invoice_alarms where id = :id`, { id })).status

const PATH = '/analisar-facturas'

test.group('Alarms of the audit', () => {
  test('are listed gravest first, with what they are about', async ({ client, assert }) => {
    const stage = await makeInvoiceStage()
    const [alarm] = await withWarnings(stage)
    const session = await signedIn(stage.senior)

    const page = await client
      .get(`${PATH}?site_ids[]=${stage.siteId}&rule[]=A4`)
      .withSession(session)
      .withInertia()

    page.assertStatus(200)
    const { alarms } = page.body().props as {
      alarms: { rows: { id: number; rule: string; message: string }[] }
    }
    assert.equal(alarms.rows.length, 2)
    assert.isTrue(alarms.rows.some(({ id, rule }) => id === alarm && rule.startsWith('A4 · ')))
  })

  test('are resolved many at once with one reason', async ({ client, assert }) => {
    const stage = await makeInvoiceStage()
    const ids = await withWarnings(stage)
    const session = await signedIn(stage.senior)
    const send = (values: object) =>
      client
        .patch(`${PATH}/alarms`)
        .withSession(session)
        .withCsrfToken()
        .redirects(0)
        .header('referer', PATH)
        .json(values)

    const short = await send({ ids, outcome: 'resolved', reason: 'corto' })
    const done = await send({ ids, outcome: 'resolved', reason: REASON })

    assert.property(short.flashMessages().inputErrorsBag, 'reason')
    assert.equal(done.flashMessages().success, '2 alarmas cerradas.')
    assert.deepEqual(await Promise.all(ids.map(statusOf)), ['resolved', 'resolved'])
  })

  test('what is refused for one leaves the others done, and says why', async ({ client, assert }) => {
    const stage = await makeInvoiceStage()
    const [mild = 0] = await withWarnings(stage)
    const { id } = await oneRow<{ id: number }>(
      `update invoice_alarms set severity = 'blocking', rule_code = 'A3' where id = (select max(id) from invoice_alarms) returning id`
    )
    const session = await signedIn(stage.senior)

    const done = await client
      .patch(`${PATH}/alarms`)
      .withSession(session)
      .withCsrfToken()
      .redirects(0)
      .json({ ids: [mild, id], outcome: 'false_positive', reason: REASON })

    assert.equal(done.flashMessages().success, 'Alarma cerrada.')
    assert.match(String(done.flashMessages().error), /1 sin cambios: .*corrigiendo los datos/)
    assert.equal(await statusOf(mild), 'false_positive')
  })

  test('are given to somebody who may work them', async ({ client, assert }) => {
    const stage = await makeInvoiceStage()
    const ids = await withWarnings(stage)
    const session = await signedIn(stage.senior)
    const assign = (userId: number | null) =>
      client
        .put(`${PATH}/alarms/assignee`)
        .withSession(session)
        .withCsrfToken()
        .redirects(0)
        .json({ ids, user_id: userId })

    await assign(stage.approver.id)
    const refused = await assign(stage.accountant.id)

    const { name } = await oneRow<{ name: number | null }>(
      `select assigned_to as name from invoice_alarms where id = :id`,
      {
        id: ids[0],
      }
    )
    assert.equal(name, stage.approver.id)
    assert.property(refused.flashMessages().inputErrorsBag, 'user_id')
  })

  test('offer for that those who may work them, by their name or address', async ({ client, assert }) => {
    const stage = await makeInvoiceStage()
    const session = await signedIn(stage.senior)
    const offered = async (userId: number) => {
      const { email } = await oneRow<{ email: string }>(`select email from users where id = :userId`, {
        userId,
      })
      const answer = await client.get(`${PATH}/auditors?q=${encodeURIComponent(email)}`).withSession(session)
      return (answer.body() as { data: { value: string }[] }).data.map(({ value }) => value)
    }

    const anybody = await client.get(`${PATH}/auditors?nobody=1`).withSession(session)

    assert.include(await offered(stage.approver.id), String(stage.approver.id))
    assert.notInclude(await offered(stage.accountant.id), String(stage.accountant.id))
    assert.equal((anybody.body() as { data: { value: string }[] }).data[0]?.value, 'none')
  })

  test('show both invoices of a copy, and no more than one may see', async ({ client, assert }) => {
    const stage = await makeInvoiceStage()
    const first = await reviewed(stage, { number: 'Z-1' })
    const copy = await reviewed(stage, { number: 'Z-1' })
    const alarm = await oneRow<{ id: number }>(
      `select id from invoice_alarms where invoice_id = :copy and rule_code = 'D1'`,
      { copy }
    )
    const stranger = await makeUser('superC0ntab1l1dad', { siteIds: [], sharedInbox: false })
    const get = async (session: object) =>
      client.get(`${PATH}/alarms/${alarm.id}`).withSession(session as never)

    const shown = await get(await signedIn(stage.senior))
    const hidden = await get(await signedIn(stranger))

    shown.assertStatus(200)
    const { data } = shown.body() as { data: { invoice: { id: number }; others: { id: number }[] } }
    assert.equal(data.invoice.id, copy)
    assert.deepEqual(
      data.others.map(({ id }) => id),
      [first]
    )
    hidden.assertStatus(404)
  })
})

test.group('Rules of the audit, set by people', (group) => {
  group.each.teardown(async () => {
    await execute(
      `update invoice_audit_rules set severity = default_severity, enabled = true, site_ids = '{}', params = '{}' where code in ('P2', 'A3')`
    )
  })

  const settings = async (code: string) =>
    oneRow<{ severity: string; enabled: boolean; params: Record<string, number>; version: number }>(
      `select severity, enabled, params, version from invoice_audit_rules where code = :code`,
      { code }
    )

  test('get stricter by all, looser by s1st3ma only, and never out of their bounds', async ({
    client,
    assert,
  }) => {
    const [senior, system] = [
      await signedIn(await makeUser('superC0ntab1l1dad')),
      await signedIn(await makeUser('s1st3ma')),
    ]
    const put = async (session: object, code: string, wanted: object) => {
      const { version, severity, enabled } = await settings(code)
      return client
        .put(`${PATH}/rules/${code}`)
        .withSession(session as never)
        .withCsrfToken()
        .redirects(0)
        .json({ severity, enabled, site_ids: [], values: { days: 60 }, version, ...wanted })
    }
    const errors = async (answer: ReturnType<typeof put>) =>
      Object.keys((await answer).flashMessages().inputErrorsBag ?? {})

    assert.deepEqual(await errors(put(senior, 'P2', { severity: 'high' })), [])
    assert.deepEqual(await errors(put(senior, 'P2', { severity: 'info' })), ['severity'])
    assert.deepEqual(await errors(put(senior, 'P2', { enabled: false })), ['enabled'])
    assert.deepEqual(await errors(put(senior, 'P2', { values: { days: 5 } })), ['values.days'])
    assert.deepEqual(await errors(put(system, 'A3', { enabled: false, values: {} })), ['enabled'])
    assert.deepEqual(await errors(put(system, 'P2', { severity: 'info', values: { days: 45 } })), [])
    const { severity, params } = await settings('P2')
    assert.deepEqual([severity, params], ['info', { days: 45 }])
  })

  test('a threshold is tried on the last invoices before it is saved', async ({ client, assert }) => {
    const stage = await makeInvoiceStage()
    await reviewed(stage)
    const own = await makeUser('superC0ntab1l1dad', { siteIds: [stage.siteId], sharedInbox: false })
    const { version } = await settings('P2')
    const trial = await client
      .post(`${PATH}/rules/P2/test`)
      .withSession(await signedIn(own))
      .withCsrfToken()
      .json({ severity: 'warning', enabled: true, site_ids: [stage.siteId], values: { days: 20 }, version })

    const { data } = trial.body() as { data: { found: number; before: number; gained: number } }
    assert.deepEqual([data.found, data.before, data.gained], [1, 0, 1])
    assert.isNull(
      await row(
        `select 1 from invoice_alarms a join invoices i on i.id = a.invoice_id where i.site_id = :siteId and a.rule_code = 'P2'`,
        stage
      )
    )
  })

  test('a change shows in the next judgement', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const id = await reviewed(stage)
    await execute(
      `update invoice_audit_rules set params = '{"days": 20}', severity = 'high' where code = 'P2'`
    )

    await inTransaction((trx) => auditInvoice(id, trx))

    const alarm = await row<{ severity: string }>(
      `select severity from invoice_alarms where invoice_id = :id and rule_code = 'P2'`,
      { id }
    )
    assert.equal(alarm?.severity, 'high')
  })
})

test.group('Runs of the audit', () => {
  const scopeOf = (stage: InvoiceStage) => ({
    site_ids: [stage.siteId],
    from: addMonths(today(), -20),
    to: today(),
    with_paid: true,
  })

  test('go over a company once, say what they found, and raise nothing twice', async ({ client, assert }) => {
    const stage = await makeInvoiceStage()
    const id = await reviewed(stage)
    await execute(`update invoices set due_on = issued_on + 90 where id = :id`, { id })
    const session = await signedIn(stage.senior)
    const start = () =>
      client.post(`${PATH}/run`).withSession(session).withCsrfToken().redirects(0).json(scopeOf(stage))

    const started = await start()
    const twice = await start()
    const runId = Number(/\d+$/.exec(String(started.header('location')))?.[0])
    const said = await runAudit(runId, async () => {})
    const again = Number(/\d+$/.exec(String((await start()).header('location')))?.[0])
    await runAudit(again, async () => {})

    assert.deepInclude(twice.flashMessages().inputErrorsBag, {
      from: ['Ya hay un análisis igual en marcha.'],
    })
    assert.match(said, /^1 factura .*1 alarma nueva\b/)
    const runs = await rows<{ findingsNew: number }>(
      `select findings_new from invoice_audit_runs where id in (:runId, :again) order by id`,
      { runId, again }
    )
    assert.deepEqual(runs, [{ findingsNew: 1 }, { findingsNew: 0 }])
  })

  test('reach over no more than 24 months', async ({ client, assert }) => {
    const stage = await makeInvoiceStage()

    const answer = await client
      .post(`${PATH}/run`)
      .withSession(await signedIn(stage.senior))
      .withCsrfToken()
      .redirects(0)
      .json({ from: addDays(addMonths(today(), -24), -1), to: today() })

    assert.deepInclude(answer.flashMessages().inputErrorsBag, { to: ['El rango no puede superar 24 meses.'] })
  })

  test('stop when somebody asks for it', async ({ client, assert }) => {
    const stage = await makeInvoiceStage()
    await reviewed(stage)
    const scope = {
      siteIds: [stage.siteId],
      from: addMonths(today(), -20),
      to: today(),
      providerIds: [],
      rules: [],
      withPaid: true,
    }
    const runId = await requestAudit(scope, stage.senior.actor)

    await client
      .delete(`${PATH}/runs/${runId}`)
      .withSession(await signedIn(stage.senior))
      .withCsrfToken()
      .redirects(0)

    assert.equal(await runAudit(runId, async () => {}), 'El análisis ya había terminado.')
    assert.equal(
      (await oneRow<{ status: string }>(`select status from invoice_audit_runs where id = :runId`, { runId }))
        .status,
      'cancelled'
    )
  })

  test('of one company are no business of who works with another', async ({ client }) => {
    const [stage, other] = [await makeInvoiceStage(), await makeInvoiceStage()]
    const scope = {
      siteIds: [stage.siteId],
      from: today(),
      to: today(),
      providerIds: [],
      rules: [],
      withPaid: true,
    }
    const runId = await requestAudit(scope, stage.senior.actor)
    const stranger = await makeUser('superC0ntab1l1dad', { siteIds: [other.siteId], sharedInbox: false })

    const answer = await client
      .get(`${PATH}/runs/${runId}`)
      .withSession(await signedIn(stranger))
      .withInertia()

    answer.assertStatus(404)
  })
})
