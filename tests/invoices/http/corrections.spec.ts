import { test } from '@japa/runner'
import Invoice from '#app/invoices/models/invoice'
import { execute, rows } from '#app/kernel/database/sql'
import { firstLine, form, makeInvoiceStage, reviewed, taxCode } from '#tests/factories/invoice_stage'
import { makeUser } from '#tests/factories/people'
import { makeSignedIn, signedIn } from '#tests/factories/sign_in'

type ReviewPage = {
  alarms: { ruleCode: string; message: string; relatedInvoiceId: number | null }[]
  neighbours: { next: number | null; previous: number | null }
}

test.group('Invoices over HTTP', () => {
  test('who does not work with a company neither sees nor changes its invoices', async ({
    assert,
    client,
  }) => {
    const stage = await makeInvoiceStage()
    const own = await makeInvoiceStage()
    const id = await reviewed(stage)
    const line = await firstLine(id)
    const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [own.siteId] })
    const { lockVersion: lock_version } = await form(id, stage.accountant)

    const answers = [
      await client.get(`/invoices/${id}`).withSession(session).withInertia(),
      await client.get(`/invoices/${id}/pages/1`).withSession(session),
      await client.get(`/invoices/${id}/markdown`).withSession(session),
      await client
        .put(`/invoices/${id}/number`)
        .withSession(session)
        .withCsrfToken()
        .json({ invoice_number: 'X', lock_version }),
      await client
        .delete(`/invoices/${id}/lines/${line.id}`)
        .withSession(session)
        .withCsrfToken()
        .json({ lock_version }),
      await client.post(`/invoices/${id}/submission`).withSession(session).withCsrfToken().json({}),
      await client
        .delete(`/invoices/${id}/booking`)
        .withSession(session)
        .withCsrfToken()
        .json({ reason: 'Porque sí' }),
    ]

    assert.deepEqual(
      answers.map((answer) => answer.status()),
      answers.map(() => 404)
    )
  })

  test('a copy cannot point at an invoice of a company one does not work with', async ({
    assert,
    client,
  }) => {
    const stage = await makeInvoiceStage()
    const foreign = await makeInvoiceStage()
    const [copy, other] = [await reviewed(stage), await reviewed({ ...foreign, provider: stage.provider })]
    const { session } = await makeSignedIn('c0ntab1l1dad', { siteIds: [stage.siteId] })

    const answer = await client
      .post(`/invoices/${copy}/duplicate`)
      .withSession(session)
      .withCsrfToken()
      .json({ original_id: other })

    assert.equal(answer.status(), 404)
    assert.equal((await Invoice.findOrFail(copy)).status, 'pending_review')
  })

  test('an alarm does not tell what another company was billed', async ({ assert, client }) => {
    const stage = await makeInvoiceStage()
    const foreign = await makeInvoiceStage()
    const other = await reviewed({ ...foreign, provider: stage.provider }, { number: 'REP-7' })
    const id = await reviewed(stage, { number: 'REP-7' })
    const { session } = await makeSignedIn('c0ntab1l1dad', { siteIds: [stage.siteId] })

    const answer = await client.get(`/invoices/${id}`).withSession(session).withInertia()

    const { alarms } = answer.inertiaProps as ReviewPage
    const copy = alarms.find(({ ruleCode }) => ruleCode === 'D4')
    assert.isNull(copy?.relatedInvoiceId)
    assert.notInclude(copy?.message ?? '', (await Invoice.findOrFail(other)).reference)
    assert.include(copy?.message ?? '', 'otra empresa del grupo')
  })

  test('the next invoice is never one of the shared inbox for who has none', async ({ assert, client }) => {
    const stage = await makeInvoiceStage()
    const id = await reviewed(stage)
    const unassigned = await reviewed(stage)
    await execute(`update invoices set site_id = null where id = :unassigned`, { unassigned })
    const person = await makeUser('c0ntab1l1dad', { siteIds: [stage.siteId] })
    await execute(`update users set shared_inbox = false where id = :id`, person)

    const answer = await client
      .get(`/invoices/${id}`)
      .withSession(await signedIn(person))
      .withInertia()

    assert.deepEqual((answer.inertiaProps as ReviewPage).neighbours, { next: null, previous: null })
  })

  test('the figures of the reader are those of one’s own companies', async ({ assert, client }) => {
    const stage = await makeInvoiceStage()
    const { session } = await makeSignedIn('c0ntab1l1dad', { siteIds: [stage.siteId], sharedInbox: false })
    const person = await makeSignedIn('c0ntab1l1dad', { siteIds: [] })
    await execute(`update users set shared_inbox = false where id = :id`, person.person)
    const [file] = await rows<{ id: number }>(
      `insert into files (disk, storage_key, name, mime, size_bytes, sha256) values ('fs', 'x/' || clock_timestamp(), 'a.pdf', 'application/pdf', 1, encode(sha256(clock_timestamp()::text::bytea), 'hex')) returning id`
    )
    const id = await reviewed(stage)
    await execute(
      `insert into ocr_jobs (invoice_id, file_id, file_sha256, engine, engine_version, status, started_at, finished_at, pages)
       values (:id, :fileId, md5(clock_timestamp()::text || 'x'), 'caudal', '1', 'done', now(), now(), 1)`,
      { id, fileId: file?.id }
    )

    const [own, none] = [
      await client
        .get('/ocr')
        .withSession(session)
        .withInertiaPartialReload('invoices/ocr_jobs/index', ['figures']),
      await client
        .get('/ocr')
        .withSession(person.session)
        .withInertiaPartialReload('invoices/ocr_jobs/index', ['figures']),
    ]

    assert.containsSubset(own.inertiaProps, { figures: { done: 1 } })
    assert.containsSubset(none.inertiaProps, { figures: { done: 0 } })
  })

  test('a rate given twice is refused at its row, and a form without version is no form', async ({
    assert,
    client,
  }) => {
    const stage = await makeInvoiceStage()
    const id = await reviewed(stage)
    const session = await signedIn(stage.accountant)
    const { lockVersion } = await form(id, stage.accountant)
    const row = { vat_code_id: await taxCode('IVA21'), base: 5_000, vat: 1_050 }
    const totals = { groups: [row, row], total: 12_100 }
    const send = (body: object) =>
      client.put(`/invoices/${id}/totals`).withSession(session).withCsrfToken().accept('json').json(body)

    const [repeated, versionless] = [await send({ ...totals, lock_version: lockVersion }), await send(totals)]

    assert.equal(repeated.status(), 422)
    assert.deepEqual(Object.keys(repeated.body().errors), ['groups.1.vat_code_id'])
    assert.equal(versionless.status(), 422)
  })
})
