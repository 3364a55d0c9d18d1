import type { SessionData } from '@adonisjs/session/types'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import writeXlsxFile from 'write-excel-file/node'
import { updateSalary } from '#app/employees/actions/update_salary'
import { forgetImports } from '#app/imports/actions/forget_imports'
import { execute, oneRow, row, rows } from '#app/kernel/database/sql'
import { makeIban, makeSite } from '#tests/factories/books'
import { makeUser } from '#tests/factories/people'
import { makeSignedIn } from '#tests/factories/sign_in'
import { makeDni, makeEmployee } from '#tests/factories/staff'
import { fieldErrors } from '#tests/identity/field_errors'

const HEAD = ['Nombre', 'Apellidos', 'DNI/NIE', 'Empresa', 'Alta', 'IBAN', 'Email']
const rowOf = (code: string, change: Partial<{ taxId: string; iban: string; email: string }> = {}) => [
  'Ana',
  'Gil',
  change.taxId ?? makeDni(),
  code,
  '01/02/2026',
  change.iban ?? '',
  change.email ?? '',
]
const csv = (lines: string[][]) => Buffer.from([HEAD, ...lines].map((cells) => cells.join(';')).join('\r\n'))

/** Uploads a file; gives the key of what waits, or what was wrong with it. */
async function upload(client: ApiClient, session: SessionData, bytes: Buffer, name = 'altas.csv') {
  const response = await client
    .post('/employees/imports')
    .withSession(session)
    .withCsrfToken()
    .redirects(0)
    .header('referer', '/employees/imports/create')
    .file('file', bytes, { filename: name })
  const location = String(response.header('location') ?? '')
  return { id: /import=([0-9a-f-]{36})/.exec(location)?.[1] ?? '', errors: fieldErrors(response) }
}

const send = (client: ApiClient, method: string, path: string, session: SessionData) =>
  client
    .request(path, method)
    .withSession(session)
    .withCsrfToken()
    .redirects(0)
    .header('referer', '/employees/imports/create')
    .json({})

type Preview = {
  preview: {
    newCount: number
    rows: { rowNo: number; error: string | null }[]
  } | null
}
const previewOf = async (client: ApiClient, session: SessionData, id: string) => {
  const response = await client
    .get(`/employees/imports/create?import=${id}`)
    .withSession(session)
    .withInertia()
  if (response.status() !== 200) return response.status()
  const { preview } = response.inertiaProps as Preview
  const errors = preview?.rows.flatMap(({ rowNo, error }) => (error ? [{ rowNo, message: error }] : []))
  return { ...preview, errors }
}

const staffOf = (siteId: number) =>
  rows<{ id: number; code: string }>(`select id, code from employees where site_id = :siteId order by code`, {
    siteId,
  })

test.group('Employees from a file over HTTP', () => {
  test('everybody in it is taken on, with codes, periods, accounts to verify and mails, and the file goes', async ({
    assert,
    client,
  }) => {
    const site = await makeSite()
    const { session, person } = await makeSignedIn('superC0ntab1l1dad')
    const iban = makeIban()
    const taxId = makeDni()
    const lines = [rowOf(site.code, { iban, email: 'ana@prueba.test', taxId }), rowOf(site.code)]

    const { id } = await upload(client, session, csv(lines))
    const preview = await previewOf(client, session, id)
    assert.deepInclude(preview, { newCount: 2, errors: [] })
    assert.notInclude(JSON.stringify(preview), taxId)
    assert.notInclude(JSON.stringify(preview), iban)
    assert.deepEqual(await staffOf(site.siteId), [])
    assert.deepEqual(fieldErrors(await send(client, 'POST', `/employees/imports/${id}`, session)), {})

    const staff = await staffOf(site.siteId)
    assert.deepEqual(
      staff.map(({ code }) => code),
      ['E0001', 'E0002']
    )
    const bank = await oneRow(
      `select b.iban, b.verification, b.created_by from employee_banks b join employees e on e.id = b.employee_id where e.site_id = :siteId`,
      { siteId: site.siteId }
    )
    assert.deepEqual(bank, { iban, verification: 'unverified', createdBy: person.id })
    const { mails } = await oneRow<{ mails: number }>(
      `select count(*)::int as mails from outgoing_mails where object_type = 'employee' and object_id = any(:ids::bigint[])`,
      { ids: staff.map((employee) => employee.id) }
    )
    assert.equal(mails, 1)
    assert.deepEqual(await row(`select file_id, status from imports where id = :id::uuid`, { id }), {
      fileId: null,
      status: 'applied',
    })
    assert.deepEqual(fieldErrors(await send(client, 'POST', `/employees/imports/${id}`, session)), {
      file: 'Este fichero ya se ha importado.',
    })
  })

  test('one wrong row and nobody is taken on; each is told with its number', async ({ assert, client }) => {
    const site = await makeSite()
    const { session, person } = await makeSignedIn('superC0ntab1l1dad')
    const there = await makeEmployee(site.siteId, person)
    const listed = makeIban()
    await execute(
      `insert into iban_blacklist (pattern_type, value, severity, reason, comment) values ('iban', :listed, 'block', 'fraude', 'Denunciada')`,
      { listed }
    )
    const lines = [
      rowOf(site.code),
      rowOf(site.code, { taxId: there.taxId }),
      rowOf('NADIE'),
      rowOf(site.code, { iban: listed }),
    ]

    const { id } = await upload(client, session, csv(lines))
    const preview = await previewOf(client, session, id)
    const refused = fieldErrors(await send(client, 'POST', `/employees/imports/${id}`, session))

    assert.deepInclude(preview, {
      newCount: 1,
      errors: [
        {
          rowNo: 3,
          message: `Ya existe un empleado activo con este DNI en Empresa de prueba ${site.code}, S.L.`,
        },
        { rowNo: 4, message: 'No existe la empresa «NADIE».' },
        { rowNo: 5, message: 'Este IBAN está en la lista negra y no puede guardarse.' },
      ],
    })
    assert.match(refused.file ?? '', /^Corrija el fichero: fila 3\./)
    assert.lengthOf(await staffOf(site.siteId), 1)
  })

  test('a double click imports once', async ({ assert, client }) => {
    const site = await makeSite()
    const { session } = await makeSignedIn('superC0ntab1l1dad')
    const { id } = await upload(client, session, csv([rowOf(site.code), rowOf(site.code)]))

    await Promise.all([1, 2, 3].map(() => send(client, 'POST', `/employees/imports/${id}`, session)))

    assert.lengthOf(await staffOf(site.siteId), 2)
  })

  test('a workbook is read as well; a picture, a PDF and a broken workbook are refused at the field', async ({
    assert,
    client,
  }) => {
    const site = await makeSite()
    const { session } = await makeSignedIn('aprobador')
    const sheet = await writeXlsxFile(
      [HEAD, rowOf(site.code)].map((cells) => cells.map((value) => ({ value })))
    ).toBuffer()

    const good = await upload(client, session, sheet as Buffer, 'altas.xlsx')
    assert.deepInclude(await previewOf(client, session, good.id), { newCount: 1, errors: [] })
    const wrong = {
      'foto.csv': Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
      'altas.pdf': Buffer.from('%PDF-1.7'),
      'roto.xlsx': Buffer.from('PK\u0003\u0004roto'),
    }
    for (const [name, bytes] of Object.entries(wrong)) {
      const { id, errors } = await upload(client, session, bytes, name)
      assert.equal(id, '', name)
      assert.property(errors, 'file', name)
    }
  })

  test('companies outside the scope are not found in a file, and another’s upload is not there', async ({
    assert,
    client,
  }) => {
    const [own, other] = [await makeSite(), await makeSite()]
    const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [own.siteId] })
    const stranger = await makeSignedIn('superC0ntab1l1dad', { siteIds: [own.siteId] })

    const { id } = await upload(client, session, csv([rowOf(other.code)]))

    assert.deepInclude(await previewOf(client, session, id), {
      errors: [{ rowNo: 2, message: `No existe la empresa «${other.code}».` }],
    })
    assert.equal(await previewOf(client, stranger.session, id), 404)
    assert.property(
      fieldErrors(await send(client, 'POST', `/employees/imports/${id}`, stranger.session)),
      'file'
    )
  })

  test('an import is taken back as a whole, with its mails, while nobody in it was touched', async ({
    assert,
    client,
  }) => {
    const site = await makeSite()
    const { session, person } = await makeSignedIn('superC0ntab1l1dad')
    const lines = [rowOf(site.code, { iban: makeIban(), email: 'ana@prueba.test' }), rowOf(site.code)]
    const { id } = await upload(client, session, csv(lines))
    await send(client, 'POST', `/employees/imports/${id}`, session)
    const [first] = await staffOf(site.siteId)
    const salary = {
      grossYearlyMinor: 1,
      netMonthlyMinor: 1,
      paymentsPerYear: 12,
      irpfPercent: null,
    } as const
    const undo = (who: SessionData) => send(client, 'DELETE', `/employees/imports/${id}`, who)

    const outsider = await makeSignedIn('aprobador', { siteIds: [(await makeSite()).siteId] })
    await undo(outsider.session)
    assert.lengthOf(await staffOf(site.siteId), 2)
    const again = await upload(client, session, csv([rowOf(site.code)]))
    await send(client, 'POST', `/employees/imports/${again.id}`, session)
    const [, , third] = await staffOf(site.siteId)
    await updateSalary(third?.id ?? 0, { ...salary, lockVersion: 0 }, person.actor)
    const refused = await send(client, 'DELETE', `/employees/imports/${again.id}`, session)
    assert.match(String(refused.flashMessages().error), /después se ha modificado a Gil, Ana/)

    await undo(session)

    assert.deepEqual(await staffOf(site.siteId), third ? [third] : [])
    assert.isNull(
      await row(`select 1 as found from outgoing_mails where object_type = 'employee' and object_id = :id`, {
        id: first?.id ?? 0,
      })
    )
    assert.match(String((await undo(session)).flashMessages().error), /ya no se puede deshacer/)
  })

  test('a file that nobody imports within a day goes', async ({ assert, client }) => {
    const site = await makeSite()
    const { session } = await makeSignedIn('superC0ntab1l1dad')
    const { id } = await upload(client, session, csv([rowOf(site.code)]))
    await forgetImports()
    assert.isObject(await previewOf(client, session, id))

    await execute(`update imports set created_at = now() - interval '25 hours' where id = :id::uuid`, { id })
    await forgetImports()

    assert.equal(await previewOf(client, session, id), 404)
  })
})

test.group('Papers of an employee over HTTP', () => {
  test('PDFs and pictures are kept, downloaded on record and removed for good; others are refused', async ({
    assert,
    client,
  }) => {
    const { siteId } = await makeSite()
    const { session, person } = await makeSignedIn('superC0ntab1l1dad')
    const { id } = await makeEmployee(siteId, person)
    const put = (bytes: Buffer, name: string, who = session) =>
      client
        .post(`/employees/${id}/documents`)
        .withSession(who)
        .withCsrfToken()
        .redirects(0)
        .header('referer', `/employees/${id}/edit`)
        .field('kind', 'contract')
        .file('file', bytes, { filename: name })

    assert.deepEqual(fieldErrors(await put(Buffer.from('<html></html>'), 'contrato.pdf')), {
      files: 'Formato no admitido: use PDF, JPG, PNG o WebP.',
    })
    assert.deepEqual(fieldErrors(await put(Buffer.from('%PDF-1.7 hola'), 'contrato.pdf')), {})
    const document = await oneRow<{ id: number; fileId: number }>(
      `select id, file_id from employee_documents where employee_id = :id`,
      { id }
    )
    const path = `/employees/${id}/documents/${document.id}`
    const file = await client.get(path).withSession(session)
    assert.include(String(file.header('content-disposition')), 'contrato.pdf')
    const outside = await makeSignedIn('superC0ntab1l1dad', { siteIds: [(await makeSite()).siteId] })
    ;(await client.get(path).withSession(outside.session)).assertStatus(404)
    const other = await makeEmployee(siteId, await makeUser('s1st3ma'))
    ;(await client.get(`/employees/${other.id}/documents/${document.id}`).withSession(session)).assertStatus(
      404
    )
    await send(client, 'DELETE', path, session)

    assert.isNull(await row(`select 1 as found from files where id = :fileId`, { fileId: document.fileId }))
    const trail = await rows<{ event: string }>(
      `select event from audit_events where object_type = 'employee' and object_id = :id and event like 'employee_document%' order by id`,
      { id }
    )
    assert.deepEqual(
      trail.map(({ event }) => event),
      ['employee_document.added', 'employee_document.viewed', 'employee_document.removed']
    )
  })
})
