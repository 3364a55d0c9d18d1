import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import { openBankAccount } from '#app/accounts/actions/open_bank_account'
import { SYSTEM } from '#app/audit/record_event'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { fetchEcbRates, saveManualRate } from '#app/ledger/actions/keep_rates'
import { revalueAccounts } from '#app/ledger/actions/revalue_accounts'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { findRate } from '#app/ledger/queries/fx_rates'
import { bookDirect } from '#app/reconciliation/actions/book_direct'
import { matchTransfer } from '#app/reconciliation/actions/match_transfer'
import { makeIban, makeSite } from '#tests/factories/books'
import { makeUser } from '#tests/factories/people'
import { csvStatement, importBytes, linesOf } from '#tests/factories/statements'

const day = calendarDate

async function rate(onDate: string, value: string): Promise<void> {
  const { actor } = await makeUser('superC0ntab1l1dad')
  await saveManualRate({ currency: 'USD', onDate: day(onDate), rate: value, isConfirmed: true }, actor)
}

const dollarAccount = (siteId: number, openingBalanceMinor: number, name = 'Cuenta en dólares') =>
  openBankAccount(
    {
      siteId,
      name,
      kind: 'bank',
      providerCode: 'sepa_file',
      currency: 'USD',
      iban: makeIban(),
      openedOn: day('2025-03-10'),
      openingBalanceMinor,
    },
    SYSTEM
  )

/** Dollars and euros of a main account in the book. */
const worthOf = (bankAccountId: number) =>
  oneRow<{ dollars: number; euros: number }>(
    `select b.balance_minor as dollars, b.base_minor as euros from account_balances b join bank_accounts a on a.ledger_account_id = b.account_id where a.id = :bankAccountId`,
    { bankAccountId }
  )

const sumOf = (siteId: number, prefix: string) =>
  oneRow<{ euros: number }>(
    `select coalesce(sum(b.base_minor), 0)::bigint as euros from account_balances b join ledger_accounts a on a.id = b.account_id where a.site_id = :siteId and a.code like :like`,
    { siteId, like: `${prefix}%` }
  ).then(({ euros }) => euros)

const broken = async () => (await checkInvariants()).filter(({ violations }) => violations > 0)

test.group('Exchange rates', () => {
  test('one by hand goes before the bank’s; a rate holds for a week at most', async ({ assert }) => {
    await execute(
      `insert into fx_rates (currency, on_date, source, rate) values ('USD', '2024-05-02', 'ecb', 1.07) on conflict do nothing`
    )
    const found = (on: string) => findRate('USD', day(on)).then((known) => known?.rate ?? null)

    assert.deepEqual(
      [await found('2024-05-01'), await found('2024-05-09'), await found('2024-05-10')],
      [null, '1.07', null]
    )
    await rate('2024-05-02', '1.0755')
    assert.equal(await found('2024-05-05'), '1.0755')
  })

  test('a published one is not altered, whoever tries', async ({ assert }) => {
    await execute(
      `insert into fx_rates (currency, on_date, source, rate) values ('USD', '2024-05-20', 'ecb', 1.08) on conflict do nothing`
    )

    await assert.rejects(
      () => execute(`update fx_rates set rate = 2 where on_date = '2024-05-20' and source = 'ecb'`),
      /fx_rate_published/
    )
  })

  test('a slip of the finger has to be confirmed', async ({ assert }) => {
    await rate('2024-06-03', '1.08')
    const { actor } = await makeUser('s1st3ma')
    const save = (isConfirmed: boolean) =>
      saveManualRate({ currency: 'USD', onDate: day('2024-06-04'), rate: '10.8', isConfirmed }, actor)

    await assert.rejects(() => save(false), /más de un 10 %/)
    await save(true)
    assert.equal((await findRate('USD', day('2024-06-04')))?.rate, '10.8')
    await rate('2024-06-04', '1.08')
  })

  test('the bank’s come over the network, only those that are new; a failure keeps none', async ({
    assert,
  }) => {
    const cube = (usd: string) =>
      `<Envelope><Cube><Cube time="2024-07-01"><Cube currency="USD" rate="${usd}"/><Cube currency="XXX" rate="3"/></Cube></Cube></Envelope>`
    let answer = { status: 200, body: cube('1.0745') }
    const server = createServer((_, response) => {
      response.writeHead(answer.status).end(answer.body)
    }).listen(0, '127.0.0.1')
    const url = await new Promise<string>((ready) =>
      server.once('listening', () => ready(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
    )

    assert.equal(await fetchEcbRates(url), 1)
    answer = { status: 200, body: cube('9.9') }
    assert.equal(await fetchEcbRates(url), 0)
    answer = { status: 503, body: '' }
    await assert.rejects(() => fetchEcbRates(url), /503/)
    answer = { status: 200, body: '<html></html>' }
    await assert.rejects(() => fetchEcbRates(url))
    server.close()

    assert.equal((await findRate('USD', day('2024-07-01')))?.rate, '1.0745')
  })
})

test.group('An account in dollars', () => {
  test('it opens in dollars and is worth its euros of the day', async ({ assert }) => {
    await rate('2025-03-10', '1.25')
    const { siteId } = await makeSite()

    const id = await dollarAccount(siteId, 100_000)

    assert.deepEqual(await worthOf(id), { dollars: 100_000, euros: 80_000 })
  })

  test('without a rate it does not open with a balance, and says at which field', async ({ assert }) => {
    const { siteId } = await makeSite()
    const opening = openBankAccount(
      {
        siteId,
        name: 'Sin tipo',
        kind: 'bank',
        providerCode: 'sepa_file',
        currency: 'USD',
        iban: makeIban(),
        openedOn: day('2025-02-01'),
        openingBalanceMinor: 100,
      },
      SYSTEM
    )

    await assert.rejects(() => opening, 'Falta el tipo de cambio para USD a fecha 01/02/2025.')
  })

  test('a fee is booked in dollars against euros, and the difference of exchange closes what is left', async ({
    assert,
  }) => {
    await rate('2025-03-10', '1.25')
    await rate('2025-03-20', '1.20')
    await rate('2025-12-31', '1.10')
    const { siteId } = await makeSite()
    const { actor } = await makeUser('superC0ntab1l1dad')
    const id = await dollarAccount(siteId, 100_000)
    await importBytes(id, csvStatement([{ on: '2025-03-20', cents: -100_000, text: 'COMISION ENORME' }]))
    const [line] = await linesOf(id)

    await bookDirect({ lineId: line?.id ?? 0, accountCode: '626', description: 'Comisión', actor })

    // 1.000,00 $ came in as 800,00 € and went out as 833,33 €: no dollars, and 33,33 € too many.
    assert.deepEqual(await worthOf(id), { dollars: 0, euros: -3_333 })
    const first = await revalueAccounts({ siteId, on: day('2025-12-31'), actor })
    assert.isNotNull(first)
    assert.deepEqual(await worthOf(id), { dollars: 0, euros: 0 })
    assert.equal(await sumOf(siteId, '768'), -3_333)
    assert.isNull(await revalueAccounts({ siteId, on: day('2025-12-31'), actor }))
    assert.deepEqual(await broken(), [])
  })

  test('at the end of the year its dollars are worth what they are, five people asking at once', async ({
    assert,
  }) => {
    await rate('2025-03-10', '1.25')
    await rate('2025-12-31', '1.10')
    const { siteId } = await makeSite()
    const { actor } = await makeUser('superC0ntab1l1dad')
    const id = await dollarAccount(siteId, 110_000)

    const made = await Promise.all(
      Array.from({ length: 5 }, () => revalueAccounts({ siteId, on: day('2025-12-31'), actor }))
    )

    assert.lengthOf(made.filter(Boolean), 1)
    assert.deepEqual(await worthOf(id), { dollars: 110_000, euros: 100_000 })
    assert.equal(await sumOf(siteId, '768'), -12_000)
  })

  test('a transfer between two of them leaves nothing on the way, though it takes days', async ({
    assert,
  }) => {
    await rate('2025-03-10', '1.25')
    await rate('2025-03-20', '1.20')
    await rate('2025-03-24', '1.10')
    const { siteId } = await makeSite()
    const { actor } = await makeUser('superC0ntab1l1dad')
    const [from, to] = [
      await dollarAccount(siteId, 500_000),
      await dollarAccount(siteId, 0, 'Otra en dólares'),
    ]
    await importBytes(from, csvStatement([{ on: '2025-03-20', cents: -30_000, text: 'TRASPASO' }]))
    await importBytes(to, csvStatement([{ on: '2025-03-24', cents: 30_000, text: 'TRASPASO' }]))
    const [[sent], [received]] = [await linesOf(from), await linesOf(to)]

    await matchTransfer({ lineId: sent?.id ?? 0, otherLineId: received?.id ?? 0, actor })

    assert.equal(await sumOf(siteId, '5729'), 0)
    assert.deepEqual(await worthOf(to), { dollars: 30_000, euros: 25_000 })
    const open = await rows(
      `select 1 as found from journal_lines l join ledger_accounts a on a.id = l.account_id and a.code like '5729%'
        where a.site_id = :siteId and not exists (select 1 from reconciliation_lines r where r.journal_line_id = l.id)`,
      { siteId }
    )
    assert.lengthOf(open, 0)
    assert.deepEqual(await broken(), [])
  })
})
