import { test } from '@japa/runner'
import { openBankAccount } from '#app/accounts/actions/open_bank_account'
import { SYSTEM } from '#app/audit/record_event'
import { execute } from '#app/kernel/database/sql'
import { addDays, calendarDate, today } from '#app/kernel/time/calendar_date'
import { makeIban, makeSite } from '#tests/factories/books'
import { makeSignedIn } from '#tests/factories/sign_in'

type Money = { minor: number; currency: string }
type Page = {
  accounts: { rows: { name: string; actions: string[] }[]; totals?: Record<string, Money[]> }
  equivalent: { balance: Money; rates: { currency: string; onDate: string }[]; missing: Money[] } | null
  companies: { id: number; balance: Money; missing: string[]; differences: number; currencies: Money[] }[]
}

const open = (siteId: number, name: string, currency: string, openingBalanceMinor: number) =>
  openBankAccount(
    {
      siteId,
      name,
      kind: 'bank',
      providerCode: name === 'Qonto' ? 'qonto' : 'sepa_file',
      currency,
      iban: makeIban(),
      openedOn: today(),
      openingBalanceMinor,
    },
    SYSTEM
  )

/** Two companies: euros and dollars in the first, yens in the second; the rate of the yen is too old to hold today. */
async function makeGroup() {
  const [one, two] = [await makeSite(), await makeSite()]
  await execute(`delete from fx_rates where source = 'manual' and currency in ('USD', 'JPY')`)
  const yesterday = addDays(today(), -1)
  const { person } = await makeSignedIn('s1st3ma')
  const rate = (currency: string, on: string, value: number) =>
    execute(
      `insert into fx_rates (currency, on_date, source, rate, created_by) values (:currency, :on, 'manual', :value, :by)`,
      { currency, on, value, by: person.id }
    )
  await rate('USD', yesterday, 1.25)
  await rate('USD', calendarDate(addDays(today(), -3)), 2)
  await rate('JPY', today(), 160)
  await open(one.siteId, 'Euros', 'EUR', 100_000)
  await open(one.siteId, 'Qonto', 'USD', 25_000)
  await open(two.siteId, 'Yenes', 'JPY', 12_000)
  await execute(`update fx_rates set on_date = on_date - 30 where currency = 'JPY' and source = 'manual'`)
  return { one: one.siteId, two: two.siteId, yesterday }
}

test.group('The index of main accounts', (group) => {
  const forgetRates = async () => {
    await execute(`delete from fx_rates where currency in ('USD', 'JPY')`)
  }
  group.each.setup(forgetRates)
  group.each.teardown(forgetRates)

  test('totals are by currency and in euros, with the rate’s date; a currency without a rate is named', async ({
    assert,
    client,
  }) => {
    const { one, two, yesterday } = await makeGroup()
    const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [one, two] })

    const page = await client.get('/accounts').withSession(session).withInertia()

    const { accounts, equivalent, companies } = page.inertiaProps as Page
    assert.deepEqual(accounts.totals?.balance, [
      { currency: 'EUR', minor: 100_000 },
      { currency: 'JPY', minor: 12_000 },
      { currency: 'USD', minor: 25_000 },
    ])
    assert.deepEqual(equivalent?.balance, { minor: 120_000, currency: 'EUR' })
    assert.deepEqual(
      equivalent?.rates.map(({ currency, onDate }) => [currency, onDate]),
      [['USD', yesterday]]
    )
    assert.deepEqual(equivalent?.missing, [{ currency: 'JPY', minor: 12_000 }])
    assert.deepEqual(
      companies.map(({ id, balance, missing }) => [id, balance.minor, missing]),
      [
        [one, 120_000, []],
        [two, 0, ['JPY']],
      ]
    )
  })

  test('bank, currency and difference filter the list and everything that is summed', async ({
    assert,
    client,
  }) => {
    const { one, two } = await makeGroup()
    await execute(`update bank_accounts set reported_balance_minor = 1 where site_id = :two`, { two })
    const { session } = await makeSignedIn('c0ntab1l1dad', { siteIds: [one, two] })
    const names = async (query: string) => {
      const page = await client.get(`/accounts?${query}`).withSession(session).withInertia()
      const { accounts, companies } = page.inertiaProps as Page
      return [accounts.rows.map(({ name }) => name), companies.length]
    }

    assert.deepEqual(await names('provider[]=qonto'), [['Qonto'], 1])
    assert.deepEqual(await names('currency[]=JPY'), [['Yenes'], 1])
    assert.deepEqual(await names('difference=1'), [['Yenes'], 1])
    assert.deepEqual(await names('currency[]=EUR&currency[]=USD&sort=currency'), [['Euros', 'Qonto'], 1])
  })

  test('user administration gets names only, in the list, the sheet and on paper', async ({
    assert,
    client,
  }) => {
    const { one } = await makeGroup()
    const { session } = await makeSignedIn('adm1n1strat0r', { siteIds: [one] })

    const page = await client.get('/accounts?currency[]=USD').withSession(session).withInertia()
    const csv = await client.get('/accounts?export=csv').withSession(session)
    const pdf = await client.get('/accounts?export=pdf').withSession(session)

    const { accounts, equivalent, companies } = page.inertiaProps as Page
    assert.lengthOf(accounts.rows, 2, 'a currency cannot be found out by filtering')
    assert.isNull(equivalent)
    assert.deepEqual([companies, accounts.rows.flatMap(({ actions }) => actions)], [[], []])
    assert.equal(csv.text().split('\r\n')[0]?.replace('\uFEFF', ''), 'Cuenta;Empresa;Tipo;Estado')
    assert.equal(pdf.header('content-type'), 'application/pdf')
  })

  test('who may not reconcile an account is not offered to import into it', async ({ assert, client }) => {
    const { one } = await makeGroup()
    const { person, session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [one] })
    await execute(
      `insert into bank_account_permissions (bank_account_id, user_id, can_reconcile)
       select id, :userId, false from bank_accounts where site_id = :one and name = 'Euros'`,
      { userId: person.id, one }
    )

    const page = await client.get('/accounts?sort=name').withSession(session).withInertia()

    assert.deepEqual(
      (page.inertiaProps as Page).accounts.rows.map(({ actions }) => actions.includes('import')),
      [false, true]
    )
  })
})
