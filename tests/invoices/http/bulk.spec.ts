import { test } from '@japa/runner'
import Invoice from '#app/invoices/models/invoice'
import { execute, rows } from '#app/kernel/database/sql'
import { makeProvider } from '#tests/factories/documents'
import { makeInvoiceStage, reviewed, submitted } from '#tests/factories/invoice_stage'
import { makeUser } from '#tests/factories/people'
import { makeSignedIn, signedIn } from '#tests/factories/sign_in'

type Flashed = {
  success?: string
  warning?: string
  error?: string
  inputErrorsBag?: Record<string, string[]>
}

const shown = async (...ids: number[]) =>
  (await Invoice.query().whereIn('id', ids)).map(({ id, lockVersion }) => ({ id, lock_version: lockVersion }))

test.group('Several invoices at once', () => {
  test('each is handed on or says what it lacks', async ({ client, assert }) => {
    const stage = await makeInvoiceStage()
    const [ready, unready] = [await reviewed(stage), await reviewed(stage)]
    await execute(`update invoice_lines set category_id = null where invoice_id = :id`, { id: unready })

    const response = await client
      .put('/invoices/bulk/submission')
      .withSession(await signedIn(stage.accountant))
      .withCsrfToken()
      .redirects(0)
      .json({ invoices: await shown(ready, unready) })

    const flash = response.flashMessages() as Flashed
    assert.equal(flash.success, 'Una factura enviada a aprobación.')
    assert.match(flash.warning ?? '', /^1 no: FR-TEST-\d+: Clasifique todas las líneas/)
    assert.equal((await Invoice.findOrFail(ready)).status, 'pending_approval')
    assert.equal((await Invoice.findOrFail(unready)).status, 'pending_review')
  })

  test('approving leaves alone what changed since it was shown', async ({ client, assert }) => {
    const stage = await makeInvoiceStage()
    const [good, changed] = [await submitted(stage), await submitted(stage, { totalMinor: 98_010 })]
    await execute(`update invoice_alarms set status = 'resolved' where invoice_id = any(:ids::bigint[])`, {
      ids: [good, changed],
    })
    await execute(`update invoices set open_alarms = 0 where id = any(:ids::bigint[])`, {
      ids: [good, changed],
    })
    const invoices = await shown(good, changed)
    await execute(`update invoices set lock_version = lock_version + 1 where id = :id`, { id: changed })

    const response = await client
      .put('/invoices/bulk/approval')
      .withSession(await signedIn(stage.approver))
      .withCsrfToken()
      .redirects(0)
      .json({ invoices })

    assert.match((response.flashMessages() as Flashed).warning ?? '', /ha cambiado desde su revisión/)
    assert.equal((await Invoice.findOrFail(good)).status, 'booked')
    assert.equal((await Invoice.findOrFail(changed)).status, 'pending_approval')
  })

  test('reassigning needs a reason and keeps it', async ({ client, assert }) => {
    const stage = await makeInvoiceStage()
    const id = await reviewed(stage)
    const other = await makeProvider(stage.senior)
    const send = async (reason: string) =>
      client
        .put('/invoices/bulk/provider')
        .withSession(await signedIn(stage.accountant))
        .withCsrfToken()
        .redirects(0)
        .json({ invoices: await shown(id), provider_id: other.id, reason })

    assert.property(((await send('')).flashMessages() as Flashed).inputErrorsBag, 'reason')
    await send('Se leyó mal el emisor')

    assert.equal((await Invoice.findOrFail(id)).providerId, other.id)
    const [entry] = await rows<{ after: { reason: string } }>(
      `select after from invoice_action_logs where invoice_id = :id and action = 'provider_reassigned'`,
      { id }
    )
    assert.equal(entry?.after.reason, 'Se leyó mal el emisor')
  })

  test('one of another company among them, and none is touched', async ({ client, assert }) => {
    const [own, foreign] = [await makeInvoiceStage(), await makeInvoiceStage()]
    const [mine, theirs] = [await reviewed(own), await reviewed(foreign)]
    const { session } = await makeSignedIn('c0ntab1l1dad', { siteIds: [own.siteId] })

    const bulk = await client
      .put('/invoices/bulk/submission')
      .withSession(session)
      .withCsrfToken()
      .redirects(0)
      .json({ invoices: await shown(mine, theirs) })
    const zip = await client.get(`/invoices/originals?ids[]=${mine}&ids[]=${theirs}`).withSession(session)

    assert.equal(bulk.status(), 404)
    assert.equal(zip.status(), 404)
    assert.equal((await Invoice.findOrFail(mine)).status, 'pending_review')
  })

  test('whoever keeps the books does not reassign what is approved', async ({ client, assert }) => {
    const stage = await makeInvoiceStage()
    const id = await submitted(stage)
    await execute(`update invoices set required_approvals = 0 where id = :id`, { id })
    await execute(`update invoices set status = 'approved' where id = :id`, { id })
    const other = await makeProvider(stage.senior)

    const response = await client
      .put(`/invoices/${id}/provider`)
      .withSession(await signedIn(await makeUser('c0ntab1l1dad')))
      .withCsrfToken()
      .redirects(0)
      .json({ provider_id: other.id, reason: 'Motivo suficiente', lock_version: 1 })

    assert.match((response.flashMessages() as Flashed).error ?? '', /No tiene permisos/)
  })
})

test.group('Filters of the index', () => {
  test('by day of arrival, alarm, uploader, category and currency', async ({ client, assert }) => {
    const stage = await makeInvoiceStage()
    const id = await reviewed(stage)
    await execute(
      `insert into invoice_alarms (invoice_id, rule_code, fingerprint, severity, message) values (:id, 'Z7', 'z', 'warning', 'Ojo')`,
      { id }
    )
    await execute(`update invoices set open_alarms = 1, received_at = '2019-05-05 12:00' where id = :id`, {
      id,
    })
    const session = await signedIn(stage.senior)
    const total = async (query: string) => {
      const response = await client
        .get(`/invoices?${query}&site_ids[]=${stage.siteId}`)
        .withSession(session)
        .withInertia()
      return (response.inertiaProps as { invoices: { total: number } }).invoices.total
    }
    const { categoryId } = await Invoice.findOrFail(id)

    assert.deepEqual(
      [
        await total('received_from=2019-05-05&received_to=2019-05-05'),
        await total('received_from=2019-05-06'),
        await total('alarm=Z7'),
        await total('alarm=Z8'),
        await total(`uploader_id=${stage.accountant.id}`),
        await total(`uploader_id=${stage.senior.id}`),
        await total(`category_id=${categoryId}`),
        await total('category_id=none'),
        await total('currency=eur'),
        await total('currency=USD'),
        await total(`ids[]=${id}`),
      ],
      [1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1]
    )
  })
})
