import type { SessionData } from '@adonisjs/session/types'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { openBankAccount } from '#app/accounts/actions/open_bank_account'
import { SYSTEM } from '#app/audit/record_event'
import type { Role } from '#app/identity/roles'
import { execute, inTransaction, oneRow } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { postEntry } from '#app/ledger/actions/post_entry'
import { makeAccount, makeIban, makeSite } from '#tests/factories/books'
import { makeUser } from '#tests/factories/people'
import { makeSignedIn } from '#tests/factories/sign_in'
import { fieldErrors } from '#tests/identity/field_errors'

/** A main account without an opening balance. */
const openAccount = (siteId: number, name: string) =>
  openBankAccount(
    {
      siteId,
      name,
      kind: 'bank',
      providerCode: 'sepa_file',
      currency: 'EUR',
      iban: makeIban(),
      holderName: 'Empresa de prueba',
      openedOn: calendarDate('2025-01-01'),
      openingBalanceMinor: 0,
    },
    SYSTEM
  )

/** A company with an account that somebody may not look into and another that they may, 10,00 and 20,00 € on them. */
async function makeBooks() {
  const { siteId } = await makeSite()
  const hidden = await openAccount(siteId, 'Cuenta reservada')
  const seen = await openAccount(siteId, 'Cuenta operativa')
  const ledgerOf = async (id: number) =>
    (await oneRow<{ id: number }>(`select ledger_account_id as id from bank_accounts where id = :id`, { id }))
      .id
  const [hiddenLedger, seenLedger, sales] = [
    await ledgerOf(hidden),
    await ledgerOf(seen),
    await makeAccount(siteId, '705'),
  ]
  const post = (accountId: number, amountMinor: number) =>
    inTransaction((trx) =>
      postEntry(
        {
          siteId,
          postedOn: calendarDate('2026-03-10'),
          journal: 'banco',
          kind: 'test',
          idempotencyKey: `hidden:${accountId}`,
          description: 'Cobro',
          lines: [
            { accountId, amountMinor },
            { accountId: sales, amountMinor: -amountMinor },
          ],
        },
        trx
      )
    )
  const [secret, open] = [await post(hiddenLedger, 1_000), await post(seenLedger, 2_000)]
  return {
    siteId,
    hidden,
    hiddenLedger,
    seenLedger,
    sales,
    secretEntry: secret.entryId,
    openEntry: open.entryId,
  }
}

/** Somebody of a role who may not look into an account. */
async function makeNarrowed(role: Role, accountId: number): Promise<SessionData> {
  const { person, session } = await makeSignedIn(role)
  await execute(
    `insert into bank_account_permissions (bank_account_id, user_id, can_view) values (:accountId, :userId, false)`,
    { accountId, userId: person.id }
  )
  return session
}

async function props<Props>(client: ApiClient, session: SessionData, url: string): Promise<Props> {
  const response = await client.get(url).withSession(session).withInertia()
  return response.inertiaProps as Props
}

const year = 'posted_from=2026-01-01&posted_to=2026-12-31'

test.group('An account that somebody may not look into', () => {
  test('is not in the diario, and the page of its entry is not found', async ({ assert, client }) => {
    const books = await makeBooks()
    const session = await makeNarrowed('superC0ntab1l1dad', books.hidden)

    const { entries } = await props<{ entries: { rows: { id: number }[] } }>(
      client,
      session,
      `/accounts/journal?site_ids[]=${books.siteId}`
    )
    const file = await client
      .get(`/accounts/journal?site_ids[]=${books.siteId}&export=csv`)
      .withSession(session)
    const secret = await client.get(`/accounts/journal/${books.secretEntry}`).withSession(session)
    const open = await client.get(`/accounts/journal/${books.openEntry}`).withSession(session)

    assert.deepEqual(
      entries.rows.map(({ id }) => id),
      [books.openEntry]
    )
    assert.deepEqual([secret.status(), open.status()], [404, 200])
    // The heading and the two lines of the open entry.
    assert.lengthOf(file.text().trim().split(/\r?\n/), 3)
  })

  test('is in no figure of sumas y saldos, at any level', async ({ assert, client }) => {
    const books = await makeBooks()
    const narrowed = await makeNarrowed('superC0ntab1l1dad', books.hidden)
    const { session: whole } = await makeSignedIn('superC0ntab1l1dad')
    const banks = async (session: SessionData, level: string) => {
      const { balance } = await props<{ balance: { rows: { code: string; debit: { minor: number } }[] } }>(
        client,
        session,
        `/accounts/trial-balance?site_ids[]=${books.siteId}&level=${level}&${year}`
      )
      return balance.rows
        .filter(({ code }) => code.startsWith('57'))
        .reduce((sum, { debit }) => sum + debit.minor, 0)
    }

    for (const level of ['2', '3', '4', 'full']) {
      assert.equal(await banks(narrowed, level), 2_000, level)
      assert.equal(await banks(whole, level), 3_000, level)
    }
  })

  test('is not in the plan, its search nor its sums', async ({ assert, client }) => {
    const books = await makeBooks()
    const session = await makeNarrowed('superC0ntab1l1dad', books.hidden)
    const { code } = await oneRow<{ code: string }>(`select code from ledger_accounts where id = :id`, {
      id: books.hiddenLedger,
    })

    const page = await props<{
      nodes: { code: string; debit: { minor: number } }[]
      found: { rows: unknown[] }
    }>(client, session, `/accounts/plan?site_ids[]=${books.siteId}&q=${code}&${year}`)

    assert.equal(page.nodes.find((node) => node.code === '5')?.debit.minor, 2_000)
    assert.isEmpty(page.found.rows.filter((row) => (row as { code: string }).code === code))
  })

  test('is not offered for a manual entry, and refused when it is sent all the same', async ({
    assert,
    client,
  }) => {
    const books = await makeBooks()
    const session = await makeNarrowed('c0ntab1l1dad', books.hidden)

    const offered = await client
      .get(`/accounts/plan/options?site_id=${books.siteId}&q=57`)
      .withSession(session)
      .header('accept', 'application/json')
    const refused = await client
      .post('/accounts/journal/manual')
      .withSession(session)
      .withCsrfToken()
      .redirects(0)
      .json({
        site_id: books.siteId,
        posted_on: '2026-04-01',
        description: 'Traspaso a mano',
        lines: [
          { account_id: books.hiddenLedger, debit: '10,00' },
          { account_id: books.sales, credit: '10,00' },
        ],
      })

    const ids = (offered.body() as { data: { value: string }[] }).data.map(({ value }) => Number(value))
    assert.include(ids, books.seenLedger)
    assert.notInclude(ids, books.hiddenLedger)
    assert.equal(fieldErrors(refused)['lines.0.account_id'], 'Elija una cuenta de la empresa.')
  })

  test('a draft of another person that touches it is neither listed nor found', async ({
    assert,
    client,
  }) => {
    const books = await makeBooks()
    const author = await makeUser('superC0ntab1l1dad')
    const session = await makeNarrowed('superC0ntab1l1dad', books.hidden)
    const { id } = await oneRow<{ id: number }>(
      `insert into manual_entries (site_id, posted_on, description, lines, total_minor, created_by)
       values (:siteId, '2026-04-01', 'Traspaso', jsonb_build_array(jsonb_build_object('accountId', :hidden::bigint, 'amountMinor', 100), jsonb_build_object('accountId', :sales::bigint, 'amountMinor', -100)), 100, :author) returning id`,
      { siteId: books.siteId, hidden: books.hiddenLedger, sales: books.sales, author: author.id }
    )

    const { entries } = await props<{ entries: { rows: { id: number }[] } }>(
      client,
      session,
      `/accounts/journal/manual?site_ids[]=${books.siteId}`
    )
    const page = await client.get(`/accounts/journal/manual/${id}`).withSession(session)

    assert.isEmpty(entries.rows)
    assert.equal(page.status(), 404)
  })

  test('is neither counted nor added up in Empresas, but for s1st3ma', async ({ assert, client }) => {
    const books = await makeBooks()
    const { code } = await oneRow<{ code: string }>(`select code from sites where id = :siteId`, books)
    const figures = async (session: SessionData) => {
      const response = await client
        .get(`/sites?q=${code}`)
        .withSession(session)
        .withInertiaPartialReload('sites/sites/index', ['figures'])
      const { figures: all } = response.inertiaProps as {
        figures: Record<number, { accounts: number; balance: { minor: number } }>
      }
      const own = all[books.siteId]
      return [own?.accounts, own?.balance.minor]
    }

    assert.deepEqual(await figures(await makeNarrowed('aprobador', books.hidden)), [1, 2_000])
    assert.deepEqual(await figures(await makeNarrowed('s1st3ma', books.hidden)), [2, 3_000])
  })
})
