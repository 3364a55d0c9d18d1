import drive from '@adonisjs/drive/services/main'
import { test } from '@japa/runner'
import { execute, oneRow } from '#app/kernel/database/sql'
import { attachmentHeader } from '#app/kernel/http/attachment'
import { makeInvoiceStage, reviewed } from '#tests/factories/invoice_stage'
import { makeSignedIn } from '#tests/factories/sign_in'

const PDF = Buffer.from('%PDF-1.4\n% prueba\n')

/** A file on record under this name; its bytes are in the store unless told otherwise. */
async function keepFile(name: string, isThere = true): Promise<number> {
  const key = `tests/${Date.now()}-${Math.random()}.pdf`
  if (isThere) await drive.use().put(key, PDF)
  const { id } = await oneRow<{ id: number }>(
    `insert into files (disk, storage_key, name, mime, size_bytes, sha256) values ('fs', :key, :name, 'application/pdf', :size, encode(sha256(convert_to(:key, 'UTF8')), 'hex')) returning id`,
    { key, name, size: PDF.length }
  )
  return id
}

const attach = (invoiceId: number, fileId: number, kind = 'original') =>
  execute(
    `insert into invoice_files (invoice_id, file_id, kind, sha256) select :invoiceId, id, :kind, sha256 from files where id = :fileId`,
    { invoiceId, fileId, kind }
  )

const ODD_NAMES = [
  'Factura "nº 7"\r\nde marzo.pdf',
  'фактура 🧾 ñandú.pdf',
  "d'Arcy (copia) *final*.pdf",
  `${'a'.repeat(190)} – £.pdf`,
  '100 %.pdf',
]

test.group('Downloads', () => {
  test('of an invoice that came without a document: not found, never an error', async ({
    assert,
    client,
  }) => {
    const stage = await makeInvoiceStage()
    const id = await reviewed(stage)
    const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [stage.siteId] })

    const statuses: number[] = []
    for (const path of ['original', 'pages/1', 'pages/99', 'files/1', 'markdown'])
      statuses.push(
        (
          await client.get(`/invoices/${id}/${path}`).header('accept', 'text/html').withSession(session)
        ).status()
      )
    const zip = await client.get(`/invoices/originals?ids[]=${id}`).withSession(session)
    const reread = await client
      .post(`/invoices/${id}/reading`)
      .header('accept', 'application/json')
      .withSession(session)
      .withCsrfToken()
      .json({})

    assert.deepEqual(statuses, [404, 404, 404, 404, 200])
    assert.equal(zip.status(), 404)
    assert.equal(reread.status(), 422)
    assert.match(JSON.stringify(reread.body()), /no tiene documento/)
  })

  test('are offered only where there is a document', async ({ assert, client }) => {
    const stage = await makeInvoiceStage()
    const [without, withFile] = [await reviewed(stage), await reviewed(stage)]
    await attach(withFile, await keepFile('factura.pdf'))
    const { session } = await makeSignedIn('superC0ntab1l1dad', {
      siteIds: [stage.siteId],
      sharedInbox: false,
    })

    const page = await client.get('/invoices').withSession(session).withInertia()

    const { rows } = (page.inertiaProps as { invoices: { rows: { id: number; actions: string[] }[] } })
      .invoices
    const offers = (id: number) => rows.find((row) => row.id === id)?.actions.includes('download_original')
    assert.deepEqual([offers(without), offers(withFile)], [false, true])
  })

  test('whose bytes are gone say so, and nobody is put on record as having taken them', async ({
    assert,
    client,
  }) => {
    const stage = await makeInvoiceStage()
    const id = await reviewed(stage)
    const attachment = await keepFile('adjunto.pdf', false)
    await attach(id, await keepFile('perdida.pdf', false))
    await attach(id, attachment, 'attachment')
    const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [stage.siteId] })

    for (const path of ['original', `files/${attachment}`, 'pages/1']) {
      const answer = await client
        .get(`/invoices/${id}/${path}`)
        .header('accept', 'text/html')
        .withSession(session)
      assert.equal(answer.status(), 404, path)
      assert.include(answer.text(), 'no se encuentra en el almac', path)
    }
    const { count } = await oneRow<{ count: number }>(
      `select count(*)::int as count from invoice_action_logs where invoice_id = :id and action in ('file_downloaded', 'file_viewed')`,
      { id }
    )
    assert.equal(count, 0)
  })

  test('in one archive come all the same where one of them is gone', async ({ assert, client }) => {
    const stage = await makeInvoiceStage()
    const ids = [await reviewed(stage), await reviewed(stage)]
    await attach(ids[0] as number, await keepFile('está "aquí".pdf'))
    await attach(ids[1] as number, await keepFile('perdida.pdf', false))
    const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [stage.siteId] })

    const asked = client.get(`/invoices/originals?ids[]=${ids[0]}&ids[]=${ids[1]}`).withSession(session)
    asked.request.responseType('blob')
    const answer = await asked

    assert.equal(answer.status(), 200)
    const archive = Buffer.from(answer.body() as Buffer).toString('latin1')
    assert.include(archive, 'ARCHIVOS NO DISPONIBLES.txt')
  })

  test('under any name arrive whole', async ({ assert, client }) => {
    const stage = await makeInvoiceStage()
    const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [stage.siteId] })
    for (const name of ODD_NAMES) {
      const id = await reviewed(stage)
      await attach(id, await keepFile(name))

      const answer = await client.get(`/invoices/${id}/original`).withSession(session)

      assert.equal(answer.status(), 200, name)
      assert.match(
        answer.header('content-disposition') ?? '',
        /^attachment; filename="[ -!#-~]+"; filename\*=UTF-8''[\w.%!#$&+^`|~-]+$/
      )
    }
  })

  test('of papers of every kind answer alike when their bytes are gone', async ({ assert, client }) => {
    const stage = await makeInvoiceStage()
    const { session, person } = await makeSignedIn('s1st3ma', { siteIds: [stage.siteId] })
    const fileId = await keepFile('perdido.pdf', false)
    await execute(`update sites set logo_file_id = :fileId where id = :siteId`, {
      fileId,
      siteId: stage.siteId,
    })
    const { entryId } = await oneRow<{ entryId: number }>(
      `insert into iban_blacklist (pattern_type, value, reason, source, evidence_file_id, created_by) values ('iban', 'ES00' || lpad((random() * 1e15)::bigint::text, 20, '0'), 'Prueba de archivo', 'manual', :fileId, :userId) returning id as entry_id`,
      { fileId, userId: person.id }
    ).catch(() => ({ entryId: 0 }))

    const logo = await client.get(`/sites/${stage.siteId}/logo`).withSession(session)
    const report = await client.get(`/sites/${stage.siteId}/report?export=pdf`).withSession(session)

    assert.equal(logo.status(), 404)
    assert.notEqual(report.status(), 500)
    if (entryId > 0)
      assert.equal(
        (await client.get(`/iban-blacklist/${entryId}/evidence`).withSession(session)).status(),
        404
      )
  })
})

test.group('The name of an attachment', () => {
  test('is a header whatever it holds', ({ assert }) => {
    for (const name of [...ODD_NAMES, '', '\u{d800}', '../../etc/passwd', 'a\0b\nc'])
      assert.match(attachmentHeader(name), /^[\x20-\x7e]+$/)
    assert.equal(
      attachmentHeader('año "1".pdf'),
      `attachment; filename="ano _1_.pdf"; filename*=UTF-8''a%C3%B1o%20%221%22.pdf`
    )
  })
})
