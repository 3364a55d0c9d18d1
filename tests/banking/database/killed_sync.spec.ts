import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { linkProviderAccount } from '#app/banking/actions/link_provider_account'
import { syncConnector } from '#app/banking/sync/sync_connector'
import { oneRow } from '#app/kernel/database/sql'
import { LONG_MOVEMENTS, openLongWorld } from '#tests/banking/long_world'
import { accountsOf, loseHold, makeConnection, movementsOf } from '#tests/factories/fake_bank'
import { makeUser } from '#tests/factories/people'
import { linesOf } from '#tests/factories/statements'

const reader = (connectorId: number, iban: string): ChildProcess =>
  spawn(
    process.execPath,
    ['--import=@poppinss/ts-exec', 'tests/banking/slow_sync.ts', String(connectorId), iban],
    {
      env: process.env,
      stdio: ['ignore', 'ignore', 'inherit'],
    }
  )

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let at = 0; at < 1200; at++) {
    if (await isSo()) return
    await sleep(50)
  }
  throw new Error('It did not come to that')
}

test.group('A reading whose process is killed', () => {
  test('leaves the rest to the next one, and nothing comes twice', async ({ assert }) => {
    const { connectorId, bankAccountId } = await makeConnection()
    await syncConnector({ connectorId, reach: 'recent', userId: null })
    const [account] = await accountsOf(connectorId)
    const { actor } = await makeUser('superC0ntab1l1dad')
    await linkProviderAccount({
      providerAccountId: account?.id ?? 0,
      bankAccountId,
      linesFrom: null,
      actor,
    })
    const { iban } = await oneRow<{ iban: string }>(
      `select iban from bank_accounts where id = :bankAccountId`,
      { bankAccountId }
    )
    for (const pages of [1, 3, 8]) {
      await loseHold(connectorId)
      const killed = reader(connectorId, iban)
      await until(async () => (await movementsOf(connectorId)).length >= pages * 6)
      const gone = once(killed, 'exit')
      killed.kill('SIGKILL')
      await gone
    }
    await loseHold(connectorId)
    openLongWorld(connectorId, iban)

    await syncConnector({ connectorId, reach: 'recent', userId: null })
    const again = await syncConnector({ connectorId, reach: 'month', userId: null })

    assert.deepEqual([again?.created, again?.imported], [0, 0])
    assert.lengthOf(await movementsOf(connectorId), LONG_MOVEMENTS)
    assert.lengthOf(await linesOf(bankAccountId), LONG_MOVEMENTS)
    const { isRight } = await oneRow<{ isRight: boolean }>(
      `select mismatch_minor is null as is_right from provider_accounts where connector_id = :connectorId`,
      { connectorId }
    )
    assert.isTrue(isRight)
  }).timeout(300_000)
})
