import limiter from '@adonisjs/limiter/services/main'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { acceptRequest } from '#app/expenses/actions/provider_requests'
import { askForInformation, takeUpNote } from '#app/expenses/actions/review_note'
import { useAntivirus } from '#app/files/antivirus'
import { makeStamp } from '#app/identity/public_forms/form_stamp'
import { makeSecretLink } from '#app/identity/public_forms/secret_link'
import { execute, oneRow, row } from '#app/kernel/database/sql'
import { addDays, today } from '#app/kernel/time/calendar_date'
import { findAnswer } from '#tests/expenses/work'
import { makeListed } from '#tests/factories/blacklist'
import { makeIban } from '#tests/factories/books'
import { makeUser } from '#tests/factories/people'
import { makeDni } from '#tests/factories/staff'
import { tinyPdf } from '#tests/reading/tiny_pdf'

const IBAN = 'ES9121000418450200051332'
let made = 0

type File = { bytes: Buffer; name: string }
const someFile = (): File => ({
  bytes: Buffer.from(tinyPdf([`Ticket ${process.pid} ${++made}`])),
  name: 'ticket.pdf',
})

const fieldsOf = (more: Record<string, string> = {}) => ({
  stamp: makeStamp(Date.now() - 60_000),
  site_tax_id: 'B87654323',
  name: 'Nuria Sanz Pardo',
  tax_id: makeDni(),
  email: 'nuria@prueba.example',
  iban: IBAN,
  title: 'Visita a clientes',
  privacy: 'true',
  'lines[0][spent_on]': addDays(today(), -2),
  'lines[0][category]': 'transport',
  'lines[0][concept]': 'Taxi',
  'lines[0][document_kind]': 'ticket',
  'lines[0][total]': '23,40',
  'lines[0][files][0]': '0',
  ...more,
})

async function send(client: ApiClient, more: Record<string, string> = {}, files: File[] = [someFile()]) {
  const request = client
    .post('/nota-de-gastos')
    .withCsrfToken()
    .redirects(0)
    .header('referer', '/nota-de-gastos')
    .header('accept', 'text/html')
    .fields(fieldsOf(more))
  for (const { bytes, name } of files)
    request.file('files[]', bytes, { filename: name, contentType: 'application/pdf' })
  return request
}

type Flashed = {
  error?: string
  inputErrorsBag?: Record<string, string[]>
  public_expense_note?: { number: string; url: string | null }
}
type Response = Awaited<ReturnType<typeof send>>
const flashOf = (response: Response) => response.flashMessages() as Flashed
const sentIn = (response: Response) => {
  const { public_expense_note: sent } = flashOf(response)
  return { number: sent?.number ?? '', token: /estado\/([a-z2-7]{32})/.exec(sent?.url ?? '')?.[1] ?? '' }
}
const errorIn = (response: Response) => {
  const [first] = Object.entries(flashOf(response).inputErrorsBag ?? {})
  return first ? `${first[0]}: ${first[1][0]}` : null
}
const findNote = (number: string) =>
  row<{ id: number; status: string; totalMinor: number; iban: string; createdBy: number | null }>(
    `select * from expense_notes where number = :number`,
    { number }
  )

test.group('Public expense notes', (group) => {
  group.each.setup(async () => {
    await limiter.clear(['memory'])
  })

  test('what a stranger sends waits for somebody, and its link is only kept as a hash', async ({
    client,
    assert,
  }) => {
    const response = await send(client)

    const { number, token } = sentIn(response)
    const note = await findNote(number)
    assert.containsSubset(note, { status: 'received', totalMinor: 2_340, createdBy: null })
    assert.lengthOf(token, 32)
    const { kept } = await oneRow<{ kept: string }>(
      `select (select jsonb_agg(to_jsonb(l)) from expense_note_links l where l.note_id = :id)::text as kept`,
      { id: note?.id }
    )
    assert.notInclude(kept, token)
  })

  test('the sixth in an hour from one address answers 429 and is not taken', async ({ client, assert }) => {
    for (let sent = 0; sent < 5; sent++) {
      const stamp = makeStamp(Date.now() - 60_000)
      assert.match(sentIn(await send(client, { stamp, work: findAnswer(stamp) })).number, /^NG-/)
    }
    const { before } = await oneRow<{ before: number }>(`select count(*)::int as before from expense_notes`)

    const stamp = makeStamp(Date.now() - 60_000)
    const page = await send(client, { stamp, work: findAnswer(stamp) })
    const program = await client
      .post('/nota-de-gastos')
      .withCsrfToken()
      .accept('json')
      .fields({ ...fieldsOf({ stamp, work: findAnswer(stamp) }) })
      .file('files[]', someFile().bytes, { filename: 'a.pdf' })

    assert.equal(flashOf(page).error, 'Ha realizado demasiados envíos. Inténtelo más tarde.')
    assert.equal(program.status(), 429)
    const { after } = await oneRow<{ after: number }>(`select count(*)::int as after from expense_notes`)
    assert.equal(after, before)
  })

  test('what only a program fills in, or fills in at once, gets the same answer and is dropped', async ({
    client,
    assert,
  }) => {
    const trapped = sentIn(await send(client, { website: 'http://spam.example' }))
    const hurried = sentIn(await send(client, { stamp: makeStamp() }))

    for (const { number, token } of [trapped, hurried]) {
      assert.match(number, /^NG-\d{4}-\d{4}$/)
      assert.lengthOf(token, 32)
      const { statuses } = await oneRow<{ statuses: number }>(
        `select count(*)::int as statuses from expense_notes where claimant_name = 'Nuria Sanz Pardo' and number = :number`,
        { number }
      )
      assert.equal(statuses, 0)
    }
  })

  test('a passport is taken where the form says that it is one, and refused as a Spanish number', async ({
    client,
    assert,
  }) => {
    const taxId = `XK${process.pid}${++made}`
    assert.match(errorIn(await send(client, { tax_id: taxId })) ?? '', /^tax_id: El NIF no es válido/)
    assert.equal(
      errorIn(await send(client, { tax_id: 'X', is_foreign_id: 'true' })),
      'tax_id: El número de documento no es válido.'
    )

    const { number } = sentIn(await send(client, { tax_id: taxId.toLowerCase(), is_foreign_id: 'true' }))

    const { kept } = await oneRow<{ kept: string }>(
      `select claimant_tax_id::text as kept from expense_notes where number = :number`,
      { number }
    )
    assert.equal(kept, taxId)
  })

  test('the same form twice is one note', async ({ client, assert }) => {
    const stamp = makeStamp(Date.now() - 60_000)
    const [first, second] = [await send(client, { stamp }), await send(client, { stamp })]

    assert.equal(sentIn(first).number, sentIn(second).number)
  })

  test('an account that is barred says nothing of why', async ({ client, assert }) => {
    const iban = makeIban()
    await makeListed(await makeUser('superC0ntab1l1dad'), { value: iban })

    const response = await send(client, { iban })

    assert.equal(errorIn(response), 'form: No podemos registrar estos datos. Contacte con la empresa.')
  })

  test('neither an executable, nor a page, nor what is too large or infected comes in', async ({
    client,
    assert,
  }) => {
    const refused = async (bytes: Buffer, name = 'ticket.pdf') => {
      // What one address may send is not what is tried here.
      await limiter.clear(['memory'])
      return errorIn(await send(client, {}, [{ bytes, name }]))
    }

    const kinds = 'files.0: Formato no admitido. Use PDF, JPG, PNG, HEIC o WEBP.'
    assert.equal(await refused(Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1')), kinds)
    assert.equal(await refused(Buffer.from('<html><script>alert(1)</script></html>')), kinds)
    assert.equal(await refused(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), kinds)
    assert.equal(await refused(Buffer.from('PK\x03\x04zip', 'latin1')), kinds)
    assert.equal(
      await refused(Buffer.concat([Buffer.from('%PDF-1.4'), Buffer.alloc(10 * 1024 * 1024)])),
      'files.0: El fichero supera 10 MB.'
    )
    const before = useAntivirus(async () => 'Eicar-Test')
    try {
      assert.match((await refused(someFile().bytes)) ?? '', /^files\.0: .*software malicioso/)
    } finally {
      useAntivirus(before)
    }
    await limiter.clear(['memory'])
    const twice = someFile()
    assert.equal(
      errorIn(await send(client, {}, [twice, twice])),
      'files.1: Este justificante ya se ha presentado.'
    )
  }).timeout(60_000)

  test('more than 40 MB together are refused', async ({ client, assert }) => {
    const large = () => ({
      bytes: Buffer.concat([someFile().bytes, Buffer.alloc(9 * 1024 * 1024)]),
      name: 'a.pdf',
    })

    const response = await send(client, {}, [large(), large(), large(), large(), large()])

    assert.equal(errorIn(response), 'files: Los ficheros de una nota no pueden superar 40 MB en total.')
  }).timeout(60_000)

  test('a photograph of an iPhone is taken', async ({ client, assert }) => {
    const heic = Buffer.concat([
      Buffer.from([0, 0, 0, 24]),
      Buffer.from('ftypheic'),
      Buffer.from(`${++made}-${process.pid}`.padEnd(200)),
    ])

    assert.match(sentIn(await send(client, {}, [{ bytes: heic, name: 'IMG_1.HEIC' }])).number, /^NG-/)
  })

  test('the link shows its own note and no other, and never the whole account', async ({
    client,
    assert,
  }) => {
    const [mine, other] = [
      sentIn(await send(client)),
      sentIn(await send(client, { title: 'Otra cosa', name: 'Persona Ajena' })),
    ]

    const page = await client.get(`/nota-de-gastos/estado/${mine.token}`).withInertia()

    assert.equal(page.status(), 200)
    const { note } = page.inertiaProps as { note: { number: string; iban: string } }
    assert.equal(note.number, mine.number)
    assert.equal(note.iban, '•••• 1332')
    for (const secret of [IBAN, 'Persona Ajena', other.number, 'nuria@prueba.example'])
      assert.notInclude(page.text(), secret)
  })

  test('a guessed link, an old one and a broken one say the same', async ({ client, assert }) => {
    const { number, token } = sentIn(await send(client))
    await execute(
      `update expense_notes set status = 'cancelled', final_at = now() - interval '13 months' where number = :number`,
      { number }
    )

    const answers = await Promise.all(
      [token, makeSecretLink().token, 'x'.repeat(32), '1', "' or 1=1 --"].map(async (guess) => {
        const page = await client.get(`/nota-de-gastos/estado/${encodeURIComponent(guess)}`).withInertia()
        return [page.status(), (page.inertiaProps as { note: unknown }).note]
      })
    )

    for (const answer of answers) assert.deepEqual(answer, [404, null])
  })

  test('who is asked answers with further receipts, and takes the note back', async ({ client, assert }) => {
    const { number, token } = sentIn(await send(client))
    const note = await findNote(number)
    const { actor } = await makeUser('c0ntab1l1dad')
    await takeUpNote(note?.id ?? 0, actor)
    await askForInformation(note?.id ?? 0, 'Falta el ticket de la comida', actor)
    const path = `/nota-de-gastos/estado/${token}`

    await client
      .post(path)
      .withCsrfToken()
      .redirects(0)
      .fields({ text: 'Aquí está' })
      .file('files[]', someFile().bytes, { filename: 'comida.pdf' })
    assert.equal((await findNote(number))?.status, 'in_review')
    await client.delete(path).withCsrfToken().redirects(0)
    assert.equal((await findNote(number))?.status, 'cancelled')
    const again = await client.post(path).withCsrfToken().redirects(0).fields({ text: 'Tarde' })
    assert.match((again.flashMessages() as Flashed).error ?? '', /No se puede/)
  })

  test('a lost link goes to the address it was sent in with, and only there; the answer is the same', async ({
    client,
    assert,
  }) => {
    const taxId = makeDni()
    const { number } = sentIn(await send(client, { tax_id: taxId }))
    const ask = (fields: { number: string; tax_id: string }) =>
      client.post('/nota-de-gastos/estado').withCsrfToken().redirects(0).form(fields)
    const mails = async () =>
      (
        await oneRow<{ n: number }>(
          `select count(*)::int as n from outgoing_mails where subject = :subject`,
          {
            subject: `Estado de su nota de gastos ${number}`,
          }
        )
      ).n

    const right = await ask({ number, tax_id: taxId })
    const wrong = await ask({ number, tax_id: makeDni() })

    assert.equal(await mails(), 1)
    assert.equal(right.status(), wrong.status())
    assert.equal(right.header('location'), wrong.header('location'))
    assert.deepEqual(right.flashMessages(), wrong.flashMessages())
  })

  test('a new supplier arrives as a request and nothing else, known or not', async ({ client, assert }) => {
    const count = () =>
      oneRow<{ providers: number; banks: number }>(
        `select (select count(*)::int from providers) as providers, (select count(*)::int from provider_banks) as banks`
      )
    const before = await count()
    const ask = (taxId: string) =>
      client
        .post('/nota-de-gastos/nuevo-proveedor')
        .withCsrfToken()
        .redirects(0)
        .header('referer', '/nota-de-gastos/nuevo-proveedor')
        .header('accept', 'text/html')
        .fields({
          stamp: makeStamp(Date.now() - 60_000),
          name: 'Carpintería Nueva',
          tax_id: taxId,
          email: 'hola@carpinteria.example',
          address: 'Calle Mayor 1, Sevilla',
          iban: IBAN,
          privacy: 'true',
        })
        .file('certificate', someFile().bytes, { filename: 'certificado.pdf' })
    const taxId = makeDni()

    const [first, second] = [await ask(taxId), await ask(taxId)]

    assert.deepEqual(first.flashMessages(), second.flashMessages())
    const { states } = await oneRow<{ states: string[] }>(
      `select array_agg(status order by id) as states from provider_requests where tax_id = :taxId`,
      { taxId }
    )
    assert.deepEqual(states, ['received', 'duplicate'])
    assert.deepEqual(await count(), before)
  })

  test('a supplier from abroad asks with the number of its country, and is taken in with it', async ({
    client,
    assert,
  }) => {
    const ask = (country: string, taxId: string) =>
      client
        .post('/nota-de-gastos/nuevo-proveedor')
        .withCsrfToken()
        .redirects(0)
        .header('referer', '/nota-de-gastos/nuevo-proveedor')
        .header('accept', 'text/html')
        .fields({
          stamp: makeStamp(Date.now() - 60_000),
          name: 'New Joinery Ltd',
          country,
          tax_id: taxId,
          email: 'hello@joinery.example',
          address: '1 High Street, London',
          iban: makeIban(),
          privacy: 'true',
        })
        .file('certificate', someFile().bytes, { filename: 'certificado.pdf' })

    const taxId = `GB${Date.now().toString().slice(-9)}`

    const refused = await ask('ES', taxId)
    await ask('GB', taxId)

    assert.match(flashOf(refused).inputErrorsBag?.tax_id?.[0] ?? '', /NIF no es válido/)
    const { id } = await oneRow<{ id: number }>(
      `select id from provider_requests where tax_id = :taxId and status = 'received'`,
      { taxId }
    )
    const { actor } = await makeUser('superC0ntab1l1dad')
    const providerId = await acceptRequest(id, actor)
    assert.deepEqual(
      await oneRow(`select tax_id_type, country from providers where id = :providerId`, { providerId }),
      { taxIdType: 'foreign', country: 'GB' }
    )
  })

  test('every field that is wrong says so, and nothing is lost of the rest', async ({ client, assert }) => {
    const response = await send(client, {
      tax_id: '12345678A',
      iban: 'ES00',
      privacy: '',
      'lines[0][total]': 'mucho',
    })

    const errors = flashOf(response).inputErrorsBag ?? {}
    assert.match(errors.tax_id?.[0] ?? '', /^El NIF no es válido/)
    assert.equal(errors.iban?.[0], 'El IBAN no es válido.')
    assert.equal(errors.privacy?.[0], 'Debe aceptar la política de privacidad.')
    assert.exists(errors['lines.0.total'])
  })
})
