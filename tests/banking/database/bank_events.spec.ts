import { test } from '@japa/runner'
import { linkProviderAccount } from '#app/banking/actions/link_provider_account'
import { handleBankEvent } from '#app/banking/events/handle_bank_event'
import { syncConnector } from '#app/banking/sync/sync_connector'
import type { StoredEvent } from '#app/connectors/event_handlers'
import { rows } from '#app/kernel/database/sql'
import { accountsOf, feedMovement, makeConnection, movementsOf, tell } from '#tests/factories/fake_bank'
import { makeUser } from '#tests/factories/people'
import { linesOf } from '#tests/factories/statements'

const event = (connectorId: number, objectId: string, id = 1): StoredEvent => ({
  id,
  connectorId,
  provider: 'fakebank',
  externalId: `evt-${id}`,
  type: 'transaction',
  objectKind: 'transaction',
  objectId,
  occurredAt: null,
  receivedAt: new Date().toISOString(),
})

async function makeLinked() {
  const connected = await makeConnection()
  const { connectorId, bankAccountId } = connected
  await syncConnector({ connectorId, reach: 'recent', userId: null })
  const [account] = await accountsOf(connectorId)
  const { actor } = await makeUser('superC0ntab1l1dad')
  await linkProviderAccount({
    providerAccountId: account?.id ?? 0,
    bankAccountId,
    linesFrom: null,
    actor,
  })
  return connected
}

test.group('What a bank tells by itself', () => {
  test('told three times and shuffled, it is one movement and one line', async ({ assert }) => {
    const { connectorId, bankAccountId, world } = await makeLinked()
    tell(world, feedMovement({ externalId: 'T1' }), feedMovement({ externalId: 'T2' }))
    const objects = ['T2', 'T1', 'T2', 'T1', 'T1', 'T2']

    const outcomes = await Promise.all(
      objects.map((object, at) => handleBankEvent(event(connectorId, object, at)))
    )

    assert.deepEqual([...new Set(outcomes)], ['processed'])
    assert.lengthOf(await movementsOf(connectorId), 2)
    assert.lengthOf(await linesOf(bankAccountId), 2)
    const report = await syncConnector({ connectorId, reach: 'month', userId: null })
    assert.deepEqual([report?.created, report?.imported], [0, 0])
    const statements = await rows<{ imported: number }>(
      `select lines_imported as imported from bank_statements where bank_account_id = :bankAccountId`,
      { bankAccountId }
    )
    assert.equal(
      statements.reduce((sum, { imported }) => sum + imported, 0),
      2
    )
  })

  test('the balance is that of now, asked for once however much was told at the same time', async ({
    assert,
  }) => {
    const { connectorId, bankAccountId, world } = await makeLinked()
    tell(world, feedMovement({ externalId: 'T1', amountMinor: 5000 }))
    const news = [event(connectorId, 'T1', 1), event(connectorId, 'T1', 2)]
    const asked = world.accountsAsked

    for (const one of news) await handleBankEvent(one)

    assert.equal(world.accountsAsked - asked, 1)
    assert.deepEqual(
      (await accountsOf(connectorId)).map(({ balanceMinor }) => balanceMinor),
      [5000]
    )
    const reported = await rows<{ minor: number }>(
      `select reported_balance_minor as minor from bank_accounts where id = :bankAccountId`,
      { bankAccountId }
    )
    assert.deepEqual(reported, [{ minor: 5000 }])
    tell(world, feedMovement({ externalId: 'T2', amountMinor: -2000 }))
    await handleBankEvent(event(connectorId, 'T2', 3))
    assert.equal((await accountsOf(connectorId))[0]?.balanceMinor, 3000)
  })

  test('what the provider does not know yet is waited for', async ({ assert }) => {
    const { connectorId } = await makeLinked()

    assert.equal(await handleBankEvent(event(connectorId, 'NOT-THERE')), 'waiting')
  })

  test('a movement of an account that is new brings its account', async ({ assert }) => {
    const { connectorId, world } = await makeConnection()
    tell(world, feedMovement({ externalId: 'T1' }))

    assert.equal(await handleBankEvent(event(connectorId, 'T1')), 'processed')

    assert.lengthOf(await accountsOf(connectorId), 1)
    assert.lengthOf(await movementsOf(connectorId), 1)
  })
})
