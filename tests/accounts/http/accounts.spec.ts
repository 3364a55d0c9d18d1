import type { SessionData } from '@adonisjs/session/types'
import { test } from '@japa/runner'
import { openBankAccount } from '#app/accounts/actions/open_bank_account'
import { uploadStatement } from '#app/accounts/actions/upload_statement'
import { SYSTEM } from '#app/audit/record_event'
import { ROLES } from '#app/identity/roles'
import { execute, oneRow } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { makeBankAccount, makeIban, makeSite } from '#tests/factories/books'
import { makeSignedIn } from '#tests/factories/sign_in'
import { csvStatement, importBytes, linesOf } from '#tests/factories/statements'

const march = [
  { on: '2026-03-02', cents: -12_100, text: 'RECIBO LUZ', balance: 987_900 },
  { on: '2026-03-03', cents: 50_000, text: 'ABONO TPV', balance: 1_037_900 },
]

/** Statuses of a request by each of the five roles, in their order. */
async function byRole(ask: (session: SessionData) => Promise<{ status(): number }>): Promise<number[]> {
  const statuses: number[] = []
  for (const role of ROLES) statuses.push((await ask((await makeSignedIn(role)).session)).status())
  return statuses
}

type AccountsPage = {
  accounts: {
    rows: { id: number; name: string; balance: { minor: number } | null; iban: string | null }[]
    total: number
    totals?: object
  }
}

test.group('Accounts over HTTP', () => {
  test('the five roles reach what area 01 gives them', async ({ assert, client }) => {
    const { siteId } = await makeSite()
    const id = await makeBankAccount(siteId)

    assert.deepEqual(
      await byRole((session) => client.get('/accounts').withSession(session).withInertia()),
      [200, 200, 200, 200, 200]
    )
    assert.deepEqual(
      await byRole((session) => client.get(`/accounts/${id}/edit`).withSession(session).withInertia()),
      [200, 200, 200, 200, 403]
    )
    assert.deepEqual(
      await byRole((session) =>
        client.get(`/accounts/${id}/statements/create`).withSession(session).withInertia()
      ),
      [200, 403, 200, 200, 403]
    )
  })

  test('nobody is asked in without signing in', async ({ client }) => {
    const response = await client.get('/accounts').redirects(0)

    response.assertStatus(302)
    response.assertHeader('location', '/login')
  })

  test('user administration sees names, never figures or an IBAN', async ({ assert, client }) => {
    const { siteId } = await makeSite()
    await makeBankAccount(siteId)
    const admin = await makeSignedIn('adm1n1strat0r', { siteIds: [siteId] })

    const response = await client.get('/accounts?q=operativa').withSession(admin.session).withInertia()

    const { accounts } = response.inertiaProps as AccountsPage
    assert.lengthOf(accounts.rows, 1)
    assert.isNull(accounts.rows[0]?.balance)
    assert.isNull(accounts.rows[0]?.iban)
    assert.isUndefined(accounts.totals)
  })

  test('accounting sees the IBAN masked and the balances of its companies only', async ({
    assert,
    client,
  }) => {
    const [{ siteId }, other] = [await makeSite(), await makeSite()]
    const id = await makeBankAccount(siteId)
    const outside = await makeBankAccount(other.siteId)
    const person = await makeSignedIn('c0ntab1l1dad', { siteIds: [siteId] })

    const response = await client.get('/accounts').withSession(person.session).withInertia()

    const { accounts } = response.inertiaProps as AccountsPage
    assert.deepEqual(
      accounts.rows.map((row) => [row.id, row.balance?.minor]),
      [[id, 1_000_000]]
    )
    assert.match(accounts.rows[0]?.iban ?? '', /\*\*\*\*/)
    const hidden = await client.get(`/accounts/${outside}/edit`).withSession(person.session).withInertia()
    hidden.assertStatus(404)
    const import404 = await client
      .get(`/accounts/${outside}/statements/create`)
      .withSession(person.session)
      .withInertia()
    import404.assertStatus(404)
  })

  test('exported amounts have the decimals of their currency', async ({ assert, client }) => {
    const { siteId } = await makeSite()
    const account = (name: string, currency: string) =>
      openBankAccount(
        {
          siteId,
          name,
          kind: 'bank',
          providerCode: 'sepa_file',
          currency,
          iban: makeIban(),
          openedOn: calendarDate('2025-01-01'),
          openingBalanceMinor: 0,
        },
        SYSTEM
      )
    for (const id of [await account('Euros', 'EUR'), await account('Yenes', 'JPY')])
      await execute(`update bank_accounts set reported_balance_minor = 123456 where id = :id`, { id })
    const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [siteId] })

    const csv = await client.get('/accounts?export=csv').withSession(session)

    const rows = csv.text().split('\r\n')
    assert.include(
      rows.find((row) => row.startsWith('Euros')),
      ';1234,56;'
    )
    assert.include(
      rows.find((row) => row.startsWith('Yenes')),
      ';123456;'
    )
  })

  test('senior accounting opens an account; approvers do not', async ({ assert, client }) => {
    const { siteId } = await makeSite()
    const form = {
      site_id: siteId,
      name: 'BBVA nóminas',
      kind: 'bank',
      provider_code: 'sepa_file',
      currency: 'EUR',
      iban: makeIban(),
      opened_on: '2026-01-01',
      opening_balance: '1.250,50',
    }

    const refused = await client
      .post('/accounts')
      .withSession((await makeSignedIn('aprobador')).session)
      .withCsrfToken()
      .form(form)
      .redirects(0)
    const made = await client
      .post('/accounts')
      .withSession((await makeSignedIn('superC0ntab1l1dad')).session)
      .withCsrfToken()
      .form(form)
      .redirects(0)

    assert.equal(refused.flashMessage('error'), 'No tiene permisos para realizar esta acción.')
    assert.match(made.header('location') ?? '', /^\/accounts\/\d+\/edit$/)
    const { balance } = await oneRow<{ balance: number }>(
      `select p.balance_minor as balance from bank_accounts b join bank_account_positions p on p.bank_account_id = b.id where b.site_id = :siteId`,
      { siteId }
    )
    assert.equal(balance, 125_050)
  })

  test('an IBAN has one owner in the group', async ({ assert, client }) => {
    const [first, second] = [await makeSite(), await makeSite()]
    const iban = makeIban()
    await makeBankAccount(first.siteId, iban)
    const form = {
      site_id: second.siteId,
      name: 'Otra',
      kind: 'bank',
      provider_code: 'sepa_file',
      currency: 'EUR',
      iban,
      opened_on: '2026-01-01',
    }

    const response = await client
      .post('/accounts')
      .withSession((await makeSignedIn('s1st3ma')).session)
      .withCsrfToken()
      .form(form)
      .redirects(0)

    assert.match(
      String((response.flashMessage('inputErrorsBag') as Record<string, string[]>)?.iban),
      /El IBAN ya pertenece a la cuenta Cuenta operativa/
    )
  })

  test('the tabs show movements, the mayor with its running balance and the imports', async ({
    assert,
    client,
  }) => {
    const { siteId } = await makeSite()
    const id = await makeBankAccount(siteId)
    await importBytes(id, csvStatement(march))
    const { session } = await makeSignedIn('superC0ntab1l1dad')

    const movements = await client
      .get(`/accounts/${id}/edit?tab=movements&q=luz`)
      .withSession(session)
      .withInertia()
    const ledger = await client.get(`/accounts/${id}/edit?tab=ledger`).withSession(session).withInertia()
    const statements = await client
      .get(`/accounts/${id}/edit?tab=statements`)
      .withSession(session)
      .withInertia()

    assert.equal((movements.inertiaProps as { movements: { total: number } }).movements.total, 1)
    assert.deepEqual(
      (ledger.inertiaProps as { ledger: { rows: { balance: { minor: number } }[] } }).ledger.rows.map(
        (row) => row.balance.minor
      ),
      [1_000_000]
    )
    assert.deepEqual(
      (statements.inertiaProps as { statements: { rows: { linesImported: number }[] } }).statements.rows.map(
        (row) => row.linesImported
      ),
      [2]
    )
  })

  test('a closed account keeps its data until it is opened again', async ({ assert, client }) => {
    const { siteId } = await makeSite()
    const id = await makeBankAccount(siteId)
    await execute(`update bank_accounts set status = 'closed' where id = :id`, { id })
    const { session } = await makeSignedIn('superC0ntab1l1dad')

    await client
      .put(`/accounts/${id}`)
      .withSession(session)
      .withCsrfToken()
      .form({
        name: 'Otro nombre',
        provider_code: 'sepa_file',
        iban: makeIban(),
        is_payer_default: false,
        sepa_suffix: '000',
        lock_version: 0,
      })
      .redirects(0)

    const { name } = await oneRow<{ name: string }>(`select name from bank_accounts where id = :id`, { id })
    assert.equal(name, 'Cuenta operativa')
  })

  test('an account is closed only when it is empty, and only by the system', async ({ assert, client }) => {
    const { siteId } = await makeSite()
    const id = await makeBankAccount(siteId)
    const close = (session: SessionData) =>
      client
        .put(`/accounts/${id}/status`)
        .withSession(session)
        .withCsrfToken()
        .form({ transition: 'close', reason: 'Ya no se usa' })
        .redirects(0)

    const senior = await close((await makeSignedIn('superC0ntab1l1dad')).session)
    const system = await close((await makeSignedIn('s1st3ma')).session)

    assert.equal(senior.flashMessage('error'), 'No tiene permisos para realizar esta acción.')
    assert.match(
      String((system.flashMessage('inputErrorsBag') as Record<string, string[]>)?.form),
      /No se puede cerrar la cuenta: su saldo es/
    )
  })
})

test.group('Statement import over HTTP', () => {
  test('a file is previewed first and imported afterwards', async ({ assert, client }) => {
    const { siteId } = await makeSite()
    const id = await makeBankAccount(siteId)
    const { session } = await makeSignedIn('c0ntab1l1dad')

    const uploaded = await client
      .post(`/accounts/${id}/statements/preview`)
      .withSession(session)
      .withCsrfToken()
      .file('file', Buffer.from(csvStatement(march)), { filename: 'marzo.csv' })
      .redirects(0)
    const previewUrl = uploaded.header('location') ?? ''
    assert.match(previewUrl, /\/statements\/create\?file=\d+$/)
    assert.lengthOf(await linesOf(id), 0)
    const preview = await client.get(previewUrl).withSession(session).withInertia()
    const { content } = (
      preview.inertiaProps as { preview: { content: { newCount: number; closing: { minor: number } } } }
    ).preview
    assert.deepEqual([content.newCount, content.closing.minor], [2, 1_037_900])

    const imported = await client
      .post(`/accounts/${id}/statements`)
      .withSession(session)
      .withCsrfToken()
      .form({ file_id: previewUrl.split('=')[1] })
      .redirects(0)

    assert.equal(imported.flashMessage('success'), 'Importadas 2, repetidas 0, rechazadas 0.')
    imported.assertHeader('location', `/accounts/${id}/reconcile`)
    assert.lengthOf(await linesOf(id), 2)
  })

  test('a table with headings of its own is read by the columns somebody chooses', async ({
    assert,
    client,
  }) => {
    const { siteId } = await makeSite()
    const id = await makeBankAccount(siteId)
    const { session } = await makeSignedIn('superC0ntab1l1dad')
    const bytes = Buffer.from('Cuando;Que;Cuanto\n02/03/2026;RECIBO LUZ;-121,00\n03/03/2026;ABONO;500,00')
    const fileId = await uploadStatement({ bankAccountId: id, name: 'propio.csv', bytes, actor: SYSTEM })
    const first = await client
      .get(`/accounts/${id}/statements/create?file=${fileId}`)
      .withSession(session)
      .withInertia()
    assert.isNull((first.inertiaProps as { preview: { content: unknown } }).preview.content)

    await client
      .post(`/accounts/${id}/statements/preview`)
      .withSession(session)
      .withCsrfToken()
      .json({ file_id: fileId, booked_on: 'Cuando', amount: 'Cuanto', text: ['Que'] })
      .redirects(0)

    const second = await client
      .get(`/accounts/${id}/statements/create?file=${fileId}`)
      .withSession(session)
      .withInertia()
    const { content } = (
      second.inertiaProps as { preview: { content: { newCount: number; lines: { text: string }[] } } }
    ).preview
    assert.deepEqual([content.newCount, content.lines[0]?.text], [2, 'RECIBO LUZ'])
  })

  test('a file of another account cannot be imported by its key', async ({ assert, client }) => {
    const { siteId } = await makeSite()
    const id = await makeBankAccount(siteId)
    const other = await makeBankAccount((await makeSite()).siteId)
    const fileId = await uploadStatement({
      bankAccountId: other,
      name: 'marzo.csv',
      bytes: csvStatement(march),
      actor: SYSTEM,
    })
    const { session } = await makeSignedIn('superC0ntab1l1dad')

    const response = await client
      .get(`/accounts/${id}/statements/create?file=${fileId}`)
      .withSession(session)
      .withInertia()

    response.assertStatus(404)
    assert.lengthOf(await linesOf(id), 0)
  })
})
