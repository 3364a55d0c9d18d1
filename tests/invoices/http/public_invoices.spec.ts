import limiter from '@adonisjs/limiter/services/main'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { useAntivirus } from '#app/files/antivirus'
import { isWorkDone, makeStamp, readStamp, WORK_BITS } from '#app/identity/public_forms/form_stamp'
import { makeSecretLink } from '#app/identity/public_forms/secret_link'
import { turnDownInvoice } from '#app/invoices/approval/move_invoice'
import { submitInvoice } from '#app/invoices/approval/submit_invoice'
import { acceptPublicInvoice } from '#app/invoices/intake/accept_public_invoice'
import { readInvoice } from '#app/invoices/intake/read_invoice'
import { execute, oneRow, row, rows } from '#app/kernel/database/sql'
import { makeInvoiceStage } from '#tests/factories/invoice_stage'
import { makeUser } from '#tests/factories/people'
import { tinyPdf } from '#tests/reading/tiny_pdf'

const EMAIL = 'cobros@fontaneria-sur.example'
const STRANGER = 'B12345674'
let made = 0

const fieldsOf = (more: Record<string, string> = {}) => ({
  stamp: makeStamp(Date.now() - 60_000),
  customer_tax_id: 'B87654323',
  provider_tax_id: STRANGER,
  provider_name: 'Fontanería Sur SL',
  email: EMAIL,
  invoice_number: 'F-77',
  issued_on: '2026-03-02',
  total: '121,00',
  privacy: 'true',
  ...more,
})

/** No two alike, so that none is taken for another's file. */
const someFile = () => Buffer.from(tinyPdf([`Factura ${++made}`, 'Total 121,00']))

async function send(client: ApiClient, more: Record<string, string> = {}, file: Buffer = someFile()) {
  return client
    .post('/registrar-factura')
    .withCsrfToken()
    .redirects(0)
    .header('referer', '/registrar-factura')
    .fields(fieldsOf(more))
    .file('file', file, { filename: 'factura.pdf', contentType: 'application/pdf' })
}

type Flashed = { success?: string; error?: string; inputErrorsBag?: Record<string, string[]> }
const flashOf = (response: Awaited<ReturnType<typeof send>>) => response.flashMessages() as Flashed
const codeIn = (response: Awaited<ReturnType<typeof send>>) =>
  /código ([A-Z2-7]{8})\./.exec(flashOf(response).success ?? '')?.[1] ?? ''

const findByCode = (code: string) =>
  row<{
    id: number
    status: string
    source: string
    siteId: number | null
    providerId: number | null
    invoiceNumber: string | null
    totalMinor: number
    providerBankId: number | null
    acceptedAt: Date | null
    createdBy: number | null
  }>(`select * from invoices where public_code = :code`, { code })

/** The token that was mailed for a code. */
async function mailedToken(code: string): Promise<string> {
  const { body } = await oneRow<{ body: string }>(
    `select body from outgoing_mails where subject = :subject order by id desc limit 1`,
    { subject: `Factura registrada: ${code}` }
  )
  return /estado\/([a-z2-7]{32})/.exec(body)?.[1] ?? ''
}

test.group('Public registration of invoices', (group) => {
  group.each.setup(async () => {
    await limiter.clear(['memory'])
  })

  test('what a supplier sends waits in quarantine with what they declared', async ({ client, assert }) => {
    const response = await send(client)

    const invoice = await findByCode(codeIn(response))
    assert.containsSubset(invoice, {
      source: 'public',
      invoiceNumber: 'F-77',
      totalMinor: 12_100,
      acceptedAt: null,
      createdBy: null,
      providerBankId: null,
    })
    const { body } = await oneRow<{ body: string }>(
      `select body from outgoing_mails where "to" = :to order by id desc limit 1`,
      { to: EMAIL }
    )
    assert.match(body, /\/registrar-factura\/estado\/[a-z2-7]{32}/)
  })

  test('of the secret link only the hash is kept', async ({ client, assert }) => {
    const code = codeIn(await send(client))
    const token = await mailedToken(code)

    const invoice = await findByCode(code)

    assert.lengthOf(token, 32)
    assert.equal(token.slice(0, 8).toUpperCase(), code)
    assert.notInclude(JSON.stringify(invoice), token)
  })

  test('a company and a supplier that are known get the same answer as strangers', async ({
    client,
    assert,
  }) => {
    const stage = await makeInvoiceStage()
    const known = await oneRow<{ site: string; provider: string }>(
      `select (select tax_id from sites where id = :siteId) as site, (select tax_id from providers where id = :providerId) as provider`,
      { siteId: stage.siteId, providerId: stage.provider.id }
    )

    const ours = await send(client, { customer_tax_id: known.site, provider_tax_id: known.provider })
    const strangers = await send(client)

    const wordsOf = (response: Awaited<ReturnType<typeof send>>) =>
      (flashOf(response).success ?? '').replace(/[A-Z2-7]{8}/, '')
    assert.equal(ours.status(), strangers.status())
    assert.equal(wordsOf(ours), wordsOf(strangers))
    assert.equal(ours.header('location'), strangers.header('location'))
    assert.containsSubset(await findByCode(codeIn(ours)), {
      siteId: stage.siteId,
      providerId: stage.provider.id,
    })
  })

  test('no supplier and no account come of it', async ({ client, assert }) => {
    const count = () =>
      oneRow<{ providers: number; banks: number }>(
        `select (select count(*)::int from providers) as providers, (select count(*)::int from provider_banks) as banks`
      )
    const before = await count()

    const response = await send(
      client,
      {},
      Buffer.from(tinyPdf(['IBAN ES9121000418450200051332', String(Math.random())]))
    )

    assert.isNotNull(await findByCode(codeIn(response)))
    assert.deepEqual(await count(), before)
  })

  test('the file of another invoice is taken in too, unread, and only the staff learns of it', async ({
    client,
    assert,
  }) => {
    const file = someFile()
    const [first, second] = [await send(client, {}, file), await send(client, {}, file)]

    const twin = await oneRow<{ status: string; sameFileAs: string }>(
      `select status, public_declaration ->> 'sameFileAs' as same_file_as from invoices where public_code = :code`,
      { code: codeIn(second) }
    )
    assert.equal(Number(twin.sameFileAs), (await findByCode(codeIn(first)))?.id)
    assert.equal(twin.status, 'pending_review')
    assert.equal(second.status(), first.status())
  })

  test('nobody hands it on, not even in the database, before somebody accepts it', async ({
    client,
    assert,
  }) => {
    const invoice = await findByCode(codeIn(await send(client)))
    const id = invoice?.id ?? 0
    const accountant = await makeUser('c0ntab1l1dad')
    await execute(`update invoices set status = 'pending_review' where id = :id`, { id })

    await assert.rejects(() => submitInvoice(id, accountant.actor), /página pública/)
    await assert.rejects(
      () => execute(`update invoices set status = 'approved' where id = :id`, { id }),
      /invoice_in_quarantine/
    )
    await acceptPublicInvoice(id, accountant.actor)
    await assert.rejects(() => submitInvoice(id, accountant.actor), /Falta completar/)
    await assert.rejects(() => acceptPublicInvoice(id, accountant.actor), /no está pendiente de aceptar/)
  })

  test('the receipt shows the state to who has link and e-mail, and nothing to who lacks one', async ({
    client,
    assert,
  }) => {
    const code = codeIn(await send(client))
    const token = await mailedToken(code)
    const look = (link: string, email: string) =>
      client
        .post(`/registrar-factura/estado/${link}`)
        .withCsrfToken()
        .withInertia()
        .redirects(0)
        .header('referer', `/registrar-factura/estado/${link}`)
        .json({ email })

    const right = await look(token, EMAIL.toUpperCase())
    const [noLink, noEmail] = [
      await look(makeSecretLink().token, EMAIL),
      await look(token, 'otra@example.com'),
    ]

    assert.containsSubset(right.inertiaProps, { receipt: { code, state: 'received', label: 'Recibida' } })
    assert.notInclude(right.text(), 'F-77')
    for (const wrong of [noLink, noEmail])
      assert.deepEqual((wrong.flashMessages() as Flashed).inputErrorsBag, {
        email: ['El enlace o el correo electrónico no son correctos.'],
      })
  })

  test('its sender is written to when it is turned down, without the reason', async ({ client, assert }) => {
    const code = codeIn(await send(client))
    const invoice = await findByCode(code)
    await execute(`update invoices set status = 'pending_review' where id = :id`, { id: invoice?.id })
    const senior = await makeUser('superC0ntab1l1dad')

    await turnDownInvoice(invoice?.id ?? 0, 'reject', 'No es nuestra, huele a fraude', senior.actor)

    const mail = await oneRow<{ subject: string; body: string }>(
      `select subject, body from outgoing_mails where object_id = :id order by id desc limit 1`,
      { id: invoice?.id }
    )
    assert.equal(mail.subject, `Factura ${code}: rechazada`)
    assert.notInclude(mail.body, 'fraude')
  })

  test('programs are answered as if all were well, and nothing is kept', async ({ client, assert }) => {
    const trapped = await send(client, { website: 'https://spam.example' })
    const tooFast = await send(client, { stamp: makeStamp() })

    for (const response of [trapped, tooFast]) {
      assert.match(flashOf(response).success ?? '', /Factura registrada con el código [A-Z2-7]{8}\./)
      assert.isNull(await findByCode(codeIn(response)))
    }
  })

  test('a forged or old stamp asks to send again', async ({ client, assert }) => {
    assert.property(flashOf(await send(client, { stamp: 'inventado' })).inputErrorsBag, 'form')
    assert.equal(readStamp(makeStamp(Date.now() - 60_000)), 'good')
  })

  test('the same form sent twice is one invoice', async ({ client, assert }) => {
    const [stamp, file] = [makeStamp(Date.now() - 60_000), someFile()]

    const codes = await Promise.all([send(client, { stamp }, file), send(client, { stamp }, file)])

    assert.equal(codeIn(codes[0]), codeIn(codes[1]))
    const found = await rows(`select id from invoices where public_code = :code`, { code: codeIn(codes[0]) })
    assert.lengthOf(found, 1)
  })

  test('after three an address has to work, and after five it waits', async ({ client, assert }) => {
    for (let sent = 0; sent < 3; sent++) assert.notEqual(codeIn(await send(client)), '')
    const idle = await send(client)
    assert.match(flashOf(idle).inputErrorsBag?.form?.[0] ?? '', /no es un programa/)

    for (let sent = 0; sent < 2; sent++) {
      const stamp = makeStamp(Date.now() - 60_000)
      assert.notEqual(codeIn(await send(client, { stamp, work: answerFor(stamp) })), '')
    }
    const stamp = makeStamp(Date.now() - 60_000)
    const sixth = await send(client, { stamp, work: answerFor(stamp) })

    assert.match(flashOf(sixth).error ?? '', /Demasiados intentos/)
  })

  test('what internal uploads refuse is refused here with the same words, at its field', async ({
    client,
    assert,
  }) => {
    const refused = await send(client, {}, Buffer.from('MZ esto es un programa'))

    assert.match(
      flashOf(refused).inputErrorsBag?.file?.[0] ?? '',
      /formato no admitido: use PDF, JPG, PNG, TIFF o XML/
    )
  })

  test('a file in which the scanner finds something is not kept', async ({ client, assert }) => {
    const before = useAntivirus(async () => 'Eicar-Test-Signature')
    try {
      const refused = await send(client)
      assert.match(flashOf(refused).inputErrorsBag?.file?.[0] ?? '', /software malicioso/)
    } finally {
      useAntivirus(before)
    }
  })

  test('every field says what it lacks', async ({ client, assert }) => {
    const response = await client
      .post('/registrar-factura')
      .withCsrfToken()
      .redirects(0)
      .json({ stamp: makeStamp(Date.now() - 60_000) })

    assert.sameMembers(Object.keys((response.flashMessages() as Flashed).inputErrorsBag ?? {}), [
      'customer_tax_id',
      'provider_tax_id',
      'provider_name',
      'email',
      'invoice_number',
      'issued_on',
      'total',
      'file',
      'privacy',
    ])
  })

  test('without the token of the form nothing is taken', async ({ client, assert }) => {
    const response = await client.post('/registrar-factura').redirects(0).fields(fieldsOf())

    assert.equal(
      (response.flashMessages() as { warning?: string }).warning,
      'La página ha caducado. Inténtelo de nuevo.'
    )
  })

  test('what the document does not say stays as it was declared', async ({ client, assert }) => {
    const file = Buffer.from(tinyPdf(['Buenas tardes', 'Adjunto lo hablado', String(Math.random())]))
    const invoice = await findByCode(codeIn(await send(client, {}, file)))
    const { fileId } = await oneRow<{ fileId: number }>(
      `select file_id from invoice_files where invoice_id = :id and kind = 'original'`,
      { id: invoice?.id }
    )

    await readInvoice({ invoiceId: invoice?.id ?? 0, fileId })

    assert.containsSubset(
      await oneRow(`select status, invoice_number, issued_on from invoices where id = :id`, {
        id: invoice?.id,
      }),
      { status: 'pending_review', invoiceNumber: 'F-77', issuedOn: '2026-03-02' }
    )
  })
})

function answerFor(stamp: string): string {
  for (let answer = 0; ; answer++) if (isWorkDone(stamp, String(answer), WORK_BITS)) return String(answer)
}
