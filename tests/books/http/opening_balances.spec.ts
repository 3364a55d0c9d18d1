import type { SessionData } from '@adonisjs/session/types'
import type { ApiClient, ApiResponse } from '@japa/api-client'
import { test } from '@japa/runner'
import { inTransaction, oneRow, row, rows } from '#app/kernel/database/sql'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { makeSite } from '#tests/factories/books'
import { makeProvider } from '#tests/factories/documents'
import { makeUser } from '#tests/factories/people'
import { makeSignedIn, signedIn } from '#tests/factories/sign_in'
import { errorAt } from '#tests/identity/sign_in_requests'

async function makeCompany() {
  const { siteId } = await makeSite()
  const account = (prefix: string, name: string) =>
    inTransaction((trx) => ensureAccount({ siteId, prefix, name }, trx))
  const provider = await makeProvider(await makeUser('superC0ntab1l1dad'), { isPayable: false })
  const { taxId } = await oneRow<{ taxId: string }>(`select tax_id::text from providers where id = :id`, {
    id: provider.id,
  })
  return {
    siteId,
    cash: await account('570', 'Caja'),
    capital: await account('100', 'Capital social'),
    provider: { id: provider.id, taxId },
  }
}

type Sent = { session: SessionData; siteId: number; file: string[]; more?: Record<string, string> }

const post = (client: ApiClient, path: string, session: SessionData, method = 'POST') =>
  client
    .request(path, method)
    .withSession(session)
    .withCsrfToken()
    .header('x-inertia', 'true')
    .header('referer', '/accounts/opening-balances/create')
    .redirects(0)

const bring = (client: ApiClient, { session, siteId, file }: Sent) =>
  post(client, '/accounts/opening-balances', session)
    .fields({ site_id: String(siteId), posted_on: '2026-01-01' })
    .file('file', Buffer.from(file.join('\r\n')), { filename: 'saldos.csv', contentType: 'text/csv' })

/** Brings a file in and takes it on; gives the answer that refused it or led on. */
async function upload(client: ApiClient, sent: Sent) {
  const brought = await bring(client, sent)
  const id = /import=([0-9a-f-]{36})/.exec(String(brought.header('location')))?.[1]
  if (!id) return brought
  const path = `/accounts/opening-balances/${id}`
  if (sent.more) await post(client, path, sent.session, 'PUT').json(sent.more)
  return post(client, path, sent.session).json({})
}

const keyOf = (response: ApiResponse) => Number(/\/(\d+)$/.exec(String(response.header('location')))?.[1])

async function approve(client: ApiClient, id: number, siteId: number) {
  const session = await signedIn(await makeUser('superC0ntab1l1dad', { siteIds: [siteId] }))
  return client
    .post(`/accounts/journal/manual/${id}/approval`)
    .withSession(session)
    .withCsrfToken()
    .header('x-inertia', 'true')
    .redirects(0)
    .json({ lock_version: 0 })
}

test.group('Opening balances', () => {
  test('a file of balances becomes a draft, and once approved the book and the open items have it', async ({
    client,
    assert,
  }) => {
    const company = await makeCompany()
    const { session } = await makeSignedIn('c0ntab1l1dad', { siteIds: [company.siteId] })

    const response = await upload(client, {
      session,
      siteId: company.siteId,
      file: [
        'Cuenta;Nombre;Debe;Haber;NIF;Documento;Vencimiento',
        '57;Tesorería;1.500,00;0,00;;;',
        '570;Caja;1.500,00;0,00;;;',
        '100;Capital social;0,00;700,00;;;',
        '21800001;Furgoneta;0;300,00;;;',
        `40000077;Proveedor;0,00;300,00;${company.provider.taxId};F-118;15/02/2026`,
        `400.77;Proveedor;0,00;200,00;${company.provider.taxId};F-119;20/02/2026`,
        '629;Otros;0,00;0,00;;;',
      ],
    })
    const id = keyOf(response)
    const before = await rows(`select 1 from journal_entries where site_id = :siteId`, company)
    await approve(client, id, company.siteId)

    assert.lengthOf(before, 0)
    const lines = await rows<{ code: string; minor: number; due: string | null; memo: string | null }>(
      `select left(a.code, 3) as code, l.base_minor as minor, l.due_on::text as due, l.memo from journal_lines l join ledger_accounts a on a.id = l.account_id
         join journal_entries e on e.id = l.entry_id and e.journal = 'apertura' where e.site_id = :siteId order by l.base_minor desc, code desc`,
      company
    )
    assert.deepEqual(lines, [
      { code: '570', minor: 150_000, due: null, memo: null },
      { code: '400', minor: -20_000, due: '2026-02-20', memo: 'F-119' },
      { code: '400', minor: -30_000, due: '2026-02-15', memo: 'F-118' },
      { code: '218', minor: -30_000, due: null, memo: null },
      { code: '100', minor: -70_000, due: null, memo: null },
    ])
    const open = await rows<{ party: string; minor: number }>(
      `select party, open_minor as minor from open_items where site_id = :siteId order by due_on`,
      company
    )
    assert.deepEqual(open, [
      { party: `provider:${company.provider.id}`, minor: -30_000 },
      { party: `provider:${company.provider.id}`, minor: -20_000 },
    ])
    assert.deepEqual(
      (await checkInvariants()).filter(({ violations }) => violations > 0),
      []
    )
  })

  test('the same file twice opens nothing twice, also while the first is only a draft', async ({
    client,
    assert,
  }) => {
    const { siteId } = await makeCompany()
    const { session } = await makeSignedIn('c0ntab1l1dad', { siteIds: [siteId] })
    const file = ['Cuenta;Saldo', '570;500,00', '100;-500,00']

    const [first, second] = await Promise.all([
      upload(client, { session, siteId, file }),
      upload(client, { session, siteId, file }),
    ])
    const made = await rows<{ id: number }>(`select id from manual_entries where site_id = :siteId`, {
      siteId,
    })

    assert.lengthOf(made, 1)
    const refused = Number.isNaN(keyOf(first)) ? first : second
    assert.match(String(errorAt(refused, 'file')), /Ya hay saldos iniciales de la cuenta/)
    await approve(client, Number(made[0]?.id), siteId)
    const again = await upload(client, { session, siteId, file })
    assert.match(String(errorAt(again, 'file')), /Ya hay saldos iniciales de la cuenta/)
  })

  test('a draft that was put away frees its accounts, and nobody edits one by hand', async ({
    client,
    assert,
  }) => {
    const { siteId, cash, capital } = await makeCompany()
    const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [siteId] })
    const file = ['Cuenta;Saldo', '570;500,00', '100;-500,00']
    const id = keyOf(await upload(client, { session, siteId, file }))
    const sent = () => client.put(`/accounts/journal/manual/${id}`).withSession(session).withCsrfToken()

    const edited = await sent()
      .header('x-inertia', 'true')
      .redirects(0)
      .json({
        posted_on: '2026-01-01',
        description: 'Otros saldos',
        lock_version: 0,
        lines: [
          { account_id: cash.id, debit: '900,00' },
          { account_id: capital.id, credit: '900,00' },
        ],
      })
    await client
      .delete(`/accounts/journal/manual/${id}`)
      .withSession(session)
      .withCsrfToken()
      .header('x-inertia', 'true')
      .redirects(0)
    const again = await upload(client, { session, siteId, file })

    assert.notEqual(edited.status(), 200)
    const kept = await oneRow<{ description: string; status: string; minor: number }>(
      `select description, status, total_minor as minor from manual_entries where id = :id`,
      { id }
    )
    assert.deepEqual(kept, {
      description: 'Saldos iniciales a 01/01/2026',
      status: 'discarded',
      minor: 50_000,
    })
    assert.isAbove(keyOf(again), id)
  })

  test('every row that fits nothing is told with its line, and nothing is kept', async ({
    client,
    assert,
  }) => {
    const { siteId } = await makeCompany()
    const { session } = await makeSignedIn('c0ntab1l1dad', { siteIds: [siteId] })

    const brought = await bring(client, {
      session,
      siteId,
      file: [
        'Cuenta;Debe;Haber;NIF',
        '570;12,34,56;0;',
        '99912345;100,00;0;',
        '410;0;100,00;A00000000',
        'caja;1,00;0;',
      ],
    })

    const page = await client
      .get(String(brought.header('location')))
      .withSession(session)
      .withInertia()
    const { preview } = page.inertiaProps as {
      preview: { rows: { rowNo: number; error: string | null }[] }
    }
    assert.deepEqual(
      preview.rows.map(({ rowNo, error }) => [rowNo, error]),
      [
        [2, 'El importe «12,34,56» no es válido.'],
        [3, 'La cuenta 99912345 debe empezar por una cuenta de al menos tres cifras del plan.'],
        [4, 'No hay un proveedor con el NIF A00000000: dé de alta su ficha antes.'],
        [5, 'La cuenta «caja» no es un número de cuenta.'],
      ]
    )
    assert.isNull(await row(`select 1 from manual_entries where site_id = :siteId`, { siteId }))
  })

  test('a difference is refused, or goes to the remanente where somebody says so', async ({
    client,
    assert,
  }) => {
    const { siteId } = await makeCompany()
    const { session } = await makeSignedIn('c0ntab1l1dad', { siteIds: [siteId] })
    const file = ['Cuenta;Saldo', '570;500,00', '100;-480,00']

    const refused = await upload(client, { session, siteId, file })
    const taken = await upload(client, { session, siteId, file, more: { takes_difference: 'true' } })

    assert.match(String(errorAt(refused, 'takes_difference')), /el debe suma 20,00\s€ más/)
    const { lines } = await oneRow<{ lines: { amountMinor: number; isDifference?: boolean }[] }>(
      `select lines from manual_entries where id = :id`,
      { id: keyOf(taken) }
    )
    assert.deepEqual(
      lines.map(({ amountMinor, isDifference = false }) => [amountMinor, isDifference]),
      [
        [50_000, false],
        [-48_000, false],
        [-2_000, true],
      ]
    )
  })
})
