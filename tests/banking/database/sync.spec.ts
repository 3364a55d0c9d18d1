import { test } from '@japa/runner'
import { linkProviderAccount } from '#app/banking/actions/link_provider_account'
import { requestSync } from '#app/banking/actions/request_sync'
import { syncConnector } from '#app/banking/sync/sync_connector'
import { writeLines } from '#app/banking/sync/write_lines'
import { NoAnswer } from '#app/connectors/client/provider_client'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import { addDays, calendarDate, today } from '#app/kernel/time/calendar_date'
import {
  accountsOf,
  type Connected,
  feedAccount,
  feedMovement,
  loseHold,
  makeConnection,
  movementsOf,
  tell,
} from '#tests/factories/fake_bank'
import { makeUser } from '#tests/factories/people'
import { linesOf } from '#tests/factories/statements'

const sync = (connectorId: number, reach: 'recent' | 'month' = 'recent') =>
  syncConnector({ connectorId, reach, userId: null })

/** Reads the connection and confirms the account that is proposed. */
async function link({ connectorId, bankAccountId }: Connected): Promise<number> {
  await sync(connectorId)
  const [account] = await accountsOf(connectorId)
  const person = await makeUser('superC0ntab1l1dad')
  await linkProviderAccount({
    providerAccountId: account?.id ?? 0,
    bankAccountId,
    linesFrom: null,
    actor: person.actor,
  })
  return account?.id ?? 0
}

test.group('Reading a connection', () => {
  test('the account of the company with the IBAN is proposed, and a person confirms it', async ({
    assert,
  }) => {
    const connected = await makeConnection()
    const { connectorId, bankAccountId, world } = connected
    tell(world, feedMovement({ externalId: 'T1', amountMinor: 50_000 }))

    await sync(connectorId)
    const [proposed] = await accountsOf(connectorId)
    assert.isNull(proposed?.bankAccountId)
    assert.equal(proposed?.proposedBankAccountId, bankAccountId)
    assert.isEmpty(await linesOf(bankAccountId))

    await link(connected)
    await sync(connectorId)

    const ours = await oneRow<{ connectorId: number; reportedBalanceMinor: number; providerCode: string }>(
      `select connector_id, reported_balance_minor, provider_code from bank_accounts where id = :bankAccountId`,
      { bankAccountId }
    )
    assert.deepEqual(ours, { connectorId, reportedBalanceMinor: 50_000, providerCode: 'qonto' })
    assert.deepEqual(
      (await linesOf(bankAccountId)).map(({ amountMinor }) => amountMinor),
      [50_000]
    )
  })

  test('the same 35 days read twice bring nothing the second time', async ({ assert }) => {
    const connected = await makeConnection()
    const { connectorId, bankAccountId, world } = connected
    const days = ['2026-11-02', '2026-11-10', '2026-11-10', '2026-11-24']
    tell(world, ...days.map((day, at) => feedMovement({ externalId: `T${at}`, bookedOn: calendarDate(day) })))
    await link(connected)
    await sync(connectorId, 'month')
    assert.lengthOf(await linesOf(bankAccountId), 4)

    const again = await sync(connectorId, 'month')

    assert.deepEqual([again?.created, again?.updated, again?.imported], [0, 0, 0])
    assert.lengthOf(await movementsOf(connectorId), 4)
    assert.lengthOf(await linesOf(bankAccountId), 4)
  })

  test('what is pending is kept and no line; it becomes one when it is booked', async ({ assert }) => {
    const connected = await makeConnection()
    const { connectorId, bankAccountId, world } = connected
    await link(connected)
    const pending = feedMovement({ externalId: 'T1', status: 'pending', bookedOn: null })
    world.movements.push({ ...pending, occurredAt: new Date().toISOString() })
    await sync(connectorId)
    assert.isEmpty(await linesOf(bankAccountId))
    assert.deepEqual(
      (await movementsOf(connectorId)).map(({ status }) => status),
      ['pending']
    )

    world.movements = []
    tell(world, feedMovement({ externalId: 'T1', bookedOn: today(), occurredAt: new Date().toISOString() }))
    await sync(connectorId)

    assert.deepEqual(
      (await movementsOf(connectorId)).map(({ status }) => status),
      ['booked']
    )
    assert.lengthOf(await linesOf(bankAccountId), 1)
  })

  test('what was pending and is told no more for ten days never happened', async ({ assert }) => {
    const connected = await makeConnection()
    const { connectorId, world } = connected
    await link(connected)
    world.movements.push(
      feedMovement({ externalId: 'T1', status: 'pending', occurredAt: new Date().toISOString() })
    )
    await sync(connectorId, 'month')
    world.movements = []
    await sync(connectorId, 'month')
    assert.equal((await movementsOf(connectorId))[0]?.status, 'pending')

    await execute(
      `update provider_transactions set seen_at = now() - interval '11 days' where connector_id = :connectorId`,
      { connectorId }
    )
    const report = await sync(connectorId, 'month')

    assert.equal(report?.reversed, 1)
    assert.equal((await movementsOf(connectorId))[0]?.status, 'reversed')
  })

  test('an amount that changes after it was booked changes nothing, and is kept beside it', async ({
    assert,
  }) => {
    const connected = await makeConnection()
    const { connectorId, bankAccountId, world } = connected
    tell(world, feedMovement({ externalId: 'T1', amountMinor: -1000, bookedOn: calendarDate('2026-11-26') }))
    await link(connected)
    await sync(connectorId)

    for (const movement of world.movements) movement.amountMinor = -1200
    for (const account of world.accounts) account.balanceMinor -= 200
    await sync(connectorId)
    await sync(connectorId)

    assert.equal((await movementsOf(connectorId))[0]?.amountMinor, -1000)
    assert.deepEqual(
      (await linesOf(bankAccountId)).map(({ amountMinor }) => amountMinor),
      [-1000]
    )
    const changes = await rows<{ after: { amount_minor: number } }>(
      `select x.after from provider_transaction_changes x join provider_transactions t on t.id = x.provider_transaction_id where t.connector_id = :connectorId`,
      { connectorId }
    )
    assert.deepEqual(
      changes.map(({ after }) => after.amount_minor),
      [-1200]
    )
    assert.equal((await accountsOf(connectorId))[0]?.mismatchMinor, -200)
    await assert.rejects(() =>
      execute(`update provider_transactions set amount_minor = -1200 where connector_id = :connectorId`, {
        connectorId,
      })
    )
    await assert.rejects(() =>
      execute(`delete from provider_transactions where connector_id = :connectorId`, { connectorId })
    )
  })

  test('what was booked and taken back is taken back by a movement of its own', async ({ assert }) => {
    const connected = await makeConnection()
    const { connectorId, bankAccountId, world } = connected
    tell(world, feedMovement({ externalId: 'T1', amountMinor: -7000, bookedOn: calendarDate('2026-11-26') }))
    await link(connected)
    await sync(connectorId)

    for (const movement of world.movements) movement.status = 'reversed'
    for (const account of world.accounts) account.balanceMinor += 7000
    await sync(connectorId)
    await sync(connectorId)

    assert.deepEqual(
      (await linesOf(bankAccountId)).map(({ amountMinor }) => amountMinor),
      [-7000, 7000]
    )
    assert.isNull((await accountsOf(connectorId))[0]?.mismatchMinor)
  })

  test('a balance that does not add up is told once, and no more once it does', async ({ assert }) => {
    const connected = await makeConnection()
    const { connectorId, world } = connected
    tell(world, feedMovement({ externalId: 'T1', amountMinor: 90_000 }))
    await link(connected)
    await sync(connectorId)
    assert.isNull((await accountsOf(connectorId))[0]?.mismatchMinor)

    for (const account of world.accounts) account.balanceMinor += 1240
    await sync(connectorId)
    await sync(connectorId)
    assert.equal((await accountsOf(connectorId))[0]?.mismatchMinor, 1240)

    world.movements.push(
      feedMovement({ externalId: 'T2', amountMinor: 1240, occurredAt: new Date().toISOString() })
    )
    await sync(connectorId)

    assert.isNull((await accountsOf(connectorId))[0]?.mismatchMinor)
    const events = await rows<{ event: string; reason: string }>(
      `select event, reason from audit_events where object_type = 'provider_account' and object_id = :id and event in ('provider_account.mismatch', 'provider_account.balanced') order by id`,
      { id: (await accountsOf(connectorId))[0]?.id }
    )
    assert.deepEqual(
      events.map(({ event }) => event),
      ['provider_account.mismatch', 'provider_account.balanced']
    )
    assert.match(events[0]?.reason ?? '', /^Descuadre de 12,40\s€ con Banco de prueba$/)
  })

  test('what moved earlier on the first day of the first reading is no difference once it is read', async ({
    assert,
  }) => {
    const connected = await makeConnection()
    const { connectorId, bankAccountId, world } = connected
    const begin = new Date(Date.now() - 90 * 86_400_000)
    const before = new Date(begin.getTime() - 1000).toISOString()
    tell(world, feedMovement({ externalId: 'T1', bookedOn: today(begin), occurredAt: before }))
    await sync(connectorId)
    const [account] = await accountsOf(connectorId)
    const { actor } = await makeUser('superC0ntab1l1dad')
    await linkProviderAccount({
      providerAccountId: account?.id ?? 0,
      bankAccountId,
      linesFrom: addDays(today(begin), -30),
      actor,
    })

    const report = await sync(connectorId)

    assert.deepEqual([report?.created, report?.mismatches], [1, 0])
    assert.isNull((await accountsOf(connectorId))[0]?.mismatchMinor)
  })

  test('an account that is told no more is closed', async ({ assert }) => {
    const { connectorId, world } = await makeConnection()
    world.accounts.push(feedAccount({ externalId: 'ACC-2', currency: 'USD', isMain: false }))
    await sync(connectorId)

    world.accounts.pop()
    await sync(connectorId)

    assert.deepEqual(
      (await accountsOf(connectorId)).map(({ closedAt }) => closedAt !== null),
      [false, true]
    )
  })

  test('a reading that breaks off is begun again where the last whole one ended', async ({ assert }) => {
    const connected = await makeConnection()
    const { connectorId, bankAccountId, world } = connected
    await link(connected)
    await sync(connectorId)
    const before = world.asked.at(-1)
    tell(
      world,
      ...Array.from({ length: 8 }, (_, at) =>
        feedMovement({ externalId: `T${at}`, occurredAt: new Date().toISOString() })
      )
    )
    world.beforePage = async (page) => {
      if (page === 2) throw new NoAnswer('half a page')
    }
    await assert.rejects(() => sync(connectorId), 'half a page')
    assert.lengthOf(await movementsOf(connectorId), 6)
    assert.isEmpty(await linesOf(bankAccountId))

    world.beforePage = async () => {}
    const report = await sync(connectorId)

    assert.isTrue((world.asked.at(-1) ?? '') <= (world.asked.at(-2) ?? ''))
    assert.isTrue((world.asked.at(-1) ?? '') > (before ?? ''))
    assert.equal(report?.created, 2)
    assert.lengthOf(await linesOf(bankAccountId), 8)
  })

  test('of two that read a connection at once, one does', async ({ assert }) => {
    const { connectorId, world } = await makeConnection()
    tell(world, feedMovement({ externalId: 'T1' }))
    let isSecondDone: (report: unknown) => void = () => {}
    const second = new Promise((done) => {
      isSecondDone = done
    })
    world.beforePage = async () => {
      world.beforePage = async () => {}
      isSecondDone(await sync(connectorId))
    }

    const first = await sync(connectorId)

    assert.equal(first?.created, 1)
    assert.isNull(await second)
  })

  test('one whose process died is followed by another', async ({ assert }) => {
    const { connectorId, world } = await makeConnection()
    tell(world, feedMovement({ externalId: 'T1' }))
    world.beforePage = async () => {
      world.beforePage = async () => {}
      await loseHold(connectorId)
      await sync(connectorId)
    }

    await assert.rejects(() => sync(connectorId))

    assert.lengthOf(await movementsOf(connectorId), 1)
  })

  test('lines of years are written in parts, and whoever reads says after each that it lives', async ({
    assert,
  }) => {
    const connected = await makeConnection()
    const providerAccountId = await link(connected)
    await execute(
      `insert into provider_transactions (connector_id, provider_account_id, external_id, amount_minor, currency, status, provider_status, type, text, search_text, booked_on, occurred_at, raw, raw_hash)
       select :connectorId, :providerAccountId, 'L' || n, -100 - n, 'EUR', 'booked', 'completed', 'transfer', 'Pago ' || n, 'pago ' || n, date '2026-01-01' + n / 10, now(), '{}', 'x'
         from generate_series(1, 2100) n`,
      { connectorId: connected.connectorId, providerAccountId }
    )
    let kept = 0

    const { imported } = await writeLines({
      providerAccountId,
      span: null,
      userId: null,
      hold: {
        keep: async () => {
          kept++
        },
      },
    })

    assert.deepEqual([imported, kept], [2100, 2])
  })

  test('what the provider could not deliver is stored once, and acted on as if it had come', async ({
    assert,
  }) => {
    const { connectorId, world } = await makeConnection()
    world.missed = [
      {
        externalId: 'evt-lost',
        type: 'transaction',
        objectKind: 'transaction',
        objectId: 'T1',
        occurredAt: null,
      },
    ]
    assert.equal((await sync(connectorId))?.missed, 0)
    await execute(`update connectors set webhook_subscription_id = 'sub-1' where id = :connectorId`, {
      connectorId,
    })

    const reports = [await sync(connectorId), await sync(connectorId)]

    assert.deepEqual(
      reports.map((report) => report?.missed),
      [1, 0]
    )
    const stored = await rows<{ status: string }>(
      `select status from webhook_events where connector_id = :connectorId`,
      { connectorId }
    )
    assert.lengthOf(stored, 1)
    const daysBack = world.missedAsked.map((since) =>
      Math.round((Date.now() - Date.parse(since)) / 86_400_000)
    )
    assert.deepEqual(daysBack, [14, 1])
  })

  test('asked for twice, it is one run', async ({ assert }) => {
    const { connectorId } = await makeConnection()
    const person = await makeUser('superC0ntab1l1dad')

    const [first, second] = await Promise.all([
      requestSync(connectorId, person.actor),
      requestSync(connectorId, person.actor),
    ])

    assert.equal(first, second)
  })

  test('both sides of an exchange know each other', async ({ assert }) => {
    const { connectorId, world } = await makeConnection()
    world.accounts.push(feedAccount({ externalId: 'ACC-2', currency: 'USD', isMain: false }))
    const at = new Date().toISOString()
    tell(
      world,
      feedMovement({
        externalId: 'X-EUR',
        type: 'conversion',
        amountMinor: -10_000,
        local: { minor: 10_812, currency: 'USD' },
        occurredAt: at,
      }),
      feedMovement({
        externalId: 'X-USD',
        type: 'conversion',
        accountExternalId: 'ACC-2',
        amountMinor: 10_812,
        currency: 'USD',
        local: { minor: -10_000, currency: 'EUR' },
        occurredAt: at,
      })
    )

    await sync(connectorId)

    const legs = await rows<{ externalId: string; other: string }>(
      `select t.external_id, o.external_id as other from provider_transactions t join provider_transactions o on o.id = t.counterpart_id
        where t.connector_id = :connectorId order by t.external_id`,
      { connectorId }
    )
    assert.deepEqual(legs, [
      { externalId: 'X-EUR', other: 'X-USD' },
      { externalId: 'X-USD', other: 'X-EUR' },
    ])
  })
})
