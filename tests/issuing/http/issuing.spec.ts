import type { SessionData } from '@adonisjs/session/types'
import { test } from '@japa/runner'
import { makeCertificate } from '#app/issuing/aeat/stand_in/make_certificate'
import { noteRestore } from '#app/issuing/events/note_restore'
import { execute, inTransaction, oneRow } from '#app/kernel/database/sql'
import { today } from '#app/kernel/time/calendar_date'
import { makeSite } from '#tests/factories/books'
import { issue, makeIssuingStage, playAeat, sendNow } from '#tests/factories/issuing'
import { makeSignedIn } from '#tests/factories/sign_in'

const LIST = '/refacturacion-historico/facturas'

const steppedUp = async (session: SessionData): Promise<SessionData> => {
  await execute(`update user_sessions set step_up_at = now()`)
  return session
}

type Document = {
  document: { number: string; status: { label: string }; qrAddress: string }
  records: { status: string; title: string; badge: { label: string } }[]
  can: { annul: boolean; correct: boolean; rectify: boolean }
}

test.group('Issued invoices over HTTP', () => {
  test('are listed with what the tax agency says of each', async ({ assert, client, cleanup }) => {
    const stage = await makeIssuingStage()
    const aeat = await playAeat(stage)
    cleanup(aeat.close)
    const { session } = await makeSignedIn('superC0ntab1l1dad')
    const { number } = await issue(stage)
    await issue(stage)
    aeat.standIn.acts.answer?.({ number, code: 1110 })
    await sendNow(stage)
    const listed = async (query: string) => {
      const answer = await client
        .get(`${LIST}?site_ids[]=${stage.issuer.siteId}${query}`)
        .withSession(session)
        .withInertia()
      answer.assertInertiaComponent('issuing/invoices/index')
      return (answer.inertiaProps as { invoices: { rows: { number: string; sending: { label: string } }[] } })
        .invoices.rows
    }

    assert.deepEqual(
      (await listed('')).map((row) => [row.number, row.sending.label]),
      [
        ['REF-2026-0002', 'Aceptada por la AEAT'],
        ['REF-2026-0001', 'Rechazada por la AEAT'],
      ]
    )
    assert.deepEqual(
      (await listed('&tab=refused')).map((row) => row.number),
      ['REF-2026-0001']
    )
    assert.lengthOf(await listed('&tab=open'), 0)
    assert.lengthOf(await listed(`&q=${number}`), 1)
  })

  test('one is seen with its chain, taken away as paper and as XML, and annulled by who leads', async ({
    assert,
    client,
  }) => {
    const stage = await makeIssuingStage()
    const { id, recordId, number } = await issue(stage)
    const senior = await makeSignedIn('superC0ntab1l1dad')
    const lead = await makeSignedIn('aprobador')
    const shown = async (session: SessionData) =>
      (await client.get(`${LIST}/${id}`).withSession(session).withInertia()).inertiaProps as Document

    const page = await shown(senior.session)
    assert.equal(page.document.number, number)
    assert.deepInclude(page.can, { annul: false, correct: false, rectify: false })
    const pdf = await client.get(`${LIST}/${id}/pdf`).withSession(senior.session)
    pdf.assertHeader('content-type', 'application/pdf')
    const xml = await client.get(`${LIST}/${id}/registros/${recordId}`).withSession(senior.session)
    assert.include(xml.text(), `<sf:NumSerieFactura>${number}</sf:NumSerieFactura>`)

    const annul = (reason: string, { session } = lead) =>
      client
        .post(`${LIST}/${id}/anulacion`)
        .withSession(session)
        .withCsrfToken()
        .withInertia()
        .redirects(0)
        .json({ reason })
    await annul('')
    await annul('No debe poder', senior)
    assert.equal((await shown(lead.session)).document.status.label, 'Emitida')
    await annul('Emitida por error')
    const after = await shown(lead.session)
    assert.equal(after.document.status.label, 'Anulada')
    assert.deepEqual(
      after.records.map(({ title }) => title),
      ['Anulación', 'Alta']
    )
  })

  test('a refused one is repaired from its page, and a whole one rectified', async ({
    assert,
    client,
    cleanup,
  }) => {
    const stage = await makeIssuingStage()
    const aeat = await playAeat(stage)
    cleanup(aeat.close)
    const { session } = await makeSignedIn('aprobador')
    const { id, number } = await issue(stage)
    aeat.standIn.acts.answer?.({ number, code: 1110 })
    await sendNow(stage)
    const post = (act: string, body: object) =>
      client
        .post(`${LIST}/${id}/${act}`)
        .withSession(session)
        .withCsrfToken()
        .withInertia()
        .redirects(0)
        .json(body)
    const correction = { recipient_name: 'RECEPTORA SL', description: 'Corregida', regimes: ['01'] }

    const wrong = await post('subsanacion', { ...correction, recipient_tax_id: 'B90000018' })
    const taxId = { recipient_tax_id: 'B90000019' }
    const nameless = await post('subsanacion', { ...correction, ...taxId, recipient_name: '' })
    const unknown = await post('subsanacion', { ...correction, ...taxId, regimes: ['99'] })
    const right = await post('subsanacion', { ...correction, recipient_tax_id: 'B90000019' })
    await sendNow(stage)
    const rectified = await post('rectificacion', { cause: 'R4', reason: 'Servicio no prestado' })

    assert.oneOf(wrong.status(), [302, 303])
    assert.oneOf(right.status(), [302, 303])
    assert.property(nameless.flashMessage('inputErrorsBag'), 'recipient_name')
    assert.include(Object.keys(unknown.flashMessage('inputErrorsBag')), 'regimes.0')
    const { records } = (await client.get(`${LIST}/${id}`).withSession(session).withInertia())
      .inertiaProps as Document
    assert.deepEqual(
      records.map((record) => [record.title, record.status]),
      [
        ['Subsanación tras un rechazo', 'accepted'],
        ['Alta', 'refused'],
      ]
    )
    assert.match(rectified.header('location') ?? '', /\/refacturacion-historico\/facturas\/\d+$/)
    const { total } = await oneRow<{ total: number }>(
      `select total_minor as total from issued_invoices where site_id = :siteId and number = 'REFR-2026-0001'`,
      stage.issuer
    )
    assert.equal(total, -12_100)
  })
})

test.group('How a company issues, over HTTP', () => {
  test('is set by the system role: mode, certificate behind the second factor, series', async ({
    assert,
    client,
    cleanup,
  }) => {
    const played = await playAeat(await makeIssuingStage())
    cleanup(played.close)
    const site = await makeSite()
    const { session } = await makeSignedIn('s1st3ma')
    const edit = async () =>
      (
        (await client.get(`/sites/${site.siteId}/edit?tab=issuing`).withSession(session).withInertia())
          .inertiaProps as {
          further: {
            mode: string
            lockVersion: number
            connection: { status: { label: string } } | null
            series: { code: string }[]
          }
        }
      ).further
    const put = (body: object) =>
      client
        .put(`/sites/${site.siteId}/issuing`)
        .withSession(session)
        .withCsrfToken()
        .withInertia()
        .redirects(0)
        .json(body)
    const settings = {
      mode: 'verifactu',
      verifactu_from: '2026-11-01',
      issuer_name: 'EMPRESA DE PRUEBA SL',
      producer_name: 'PRODUCTORA SL',
      producer_tax_id: 'B12345674',
      lock_version: null,
    }
    const { bundle } = makeCertificate({ name: 'EMPRESA DE PRUEBA SL', taxId: site.taxId })
    const upload = () =>
      client
        .post(`/sites/${site.siteId}/issuing/certificate`)
        .withSession(session)
        .withCsrfToken()
        .redirects(0)
        .fields({ environment: 'sandbox_local', base_url: played.url, passphrase: '' })
        .file('file', bundle, { filename: 'certificado.pem' })

    await put({ ...settings, producer_tax_id: 'B12345675' })
    assert.equal((await edit()).mode, 'off')
    await put(settings)
    assert.equal((await edit()).mode, 'verifactu')
    await upload()
    assert.isNull((await edit()).connection)
    await steppedUp(session)
    await upload()
    assert.equal((await edit()).connection?.status.label, 'Activa')
    await client
      .post(`/sites/${site.siteId}/issuing/series`)
      .withSession(session)
      .withCsrfToken()
      .redirects(0)
      .json({ code: 'alq', treatment: 'invoice', is_rectifying: false, is_yearly: true })
    assert.deepEqual(
      (await edit()).series.map(({ code }) => code),
      ['ALQ']
    )
  })

  test('after a restore the last number of each series is confirmed on the page, by the system role', async ({
    assert,
    client,
  }) => {
    const stage = await makeIssuingStage()
    const issuedOn = today()
    await issue(stage, { issuedOn })
    await inTransaction((trx) => noteRestore({ takenAt: new Date() }, trx))
    const { session } = await makeSignedIn('s1st3ma')
    type Asked = { code: string; year: number; last: number }
    const asked = async () =>
      (
        (
          await client
            .get(`/sites/${stage.issuer.siteId}/edit?tab=issuing`)
            .withSession(session)
            .withInertia()
        ).inertiaProps as { further: { restore: { numbers: Asked[] } | null } }
      ).further.restore?.numbers ?? []
    const confirm = (numbers: Asked[], last: (of: Asked) => string) =>
      client
        .post(`/sites/${stage.issuer.siteId}/issuing/numeros`)
        .withSession(session)
        .withCsrfToken()
        .withInertia()
        .redirects(0)
        .json({ numbers: numbers.map((one) => ({ code: one.code, year: one.year, last: last(one) })) })
    const shown = await asked()
    assert.deepEqual(
      shown.map(({ code, last }) => [code, last]),
      [
        ['REF', 1],
        ['REFR', 0],
        ['ND', 0],
        ['SUP', 0],
      ]
    )

    await confirm(shown, () => '0')
    assert.lengthOf(await asked(), 4)
    await confirm(shown, ({ code, last }) => (code === 'REF' ? '3' : String(last)))

    assert.isEmpty(await asked())
    assert.match((await issue(stage, { issuedOn })).number, /-0004$/)
  })
})
