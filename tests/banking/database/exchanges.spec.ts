import { test } from '@japa/runner'
import { openBankAccount } from '#app/accounts/actions/open_bank_account'
import { SYSTEM } from '#app/audit/record_event'
import { linkProviderAccount } from '#app/banking/actions/link_provider_account'
import { syncConnector } from '#app/banking/sync/sync_connector'
import { oneRow } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { saveManualRate } from '#app/ledger/actions/keep_rates'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { matchTransfer } from '#app/reconciliation/actions/match_transfer'
import { findCandidates } from '#app/reconciliation/queries/find_candidates'
import { makeIban } from '#tests/factories/books'
import { accountsOf, feedAccount, feedMovement, makeConnection, tell } from '#tests/factories/fake_bank'
import { makeUser } from '#tests/factories/people'
import { linesOf } from '#tests/factories/statements'

const day = calendarDate('2026-11-18')

const sumOf = async (siteId: number, prefix: string) => {
  const { cents } = await oneRow<{ cents: number }>(
    `select coalesce(sum(b.base_minor), 0)::bigint as cents from account_balances b join ledger_accounts a on a.id = b.account_id where a.site_id = :siteId and a.code like :like`,
    { siteId, like: `${prefix}%` }
  )
  return cents
}

test.group('An exchange at a bank', () => {
  test('is proposed on either side, leaves nothing on the way, and its difference is a loss', async ({
    assert,
  }) => {
    const { actor } = await makeUser('superC0ntab1l1dad')
    await saveManualRate({ currency: 'USD', onDate: day, rate: '1.25', isConfirmed: true }, actor)
    const { connectorId, siteId, bankAccountId: euros, world } = await makeConnection()
    const dollars = await openBankAccount(
      {
        siteId,
        name: 'Cuenta en dólares',
        kind: 'bank',
        providerCode: 'sepa_file',
        currency: 'USD',
        iban: makeIban(),
        openedOn: calendarDate('2026-11-02'),
        openingBalanceMinor: 0,
      },
      SYSTEM
    )
    world.accounts.push(feedAccount({ externalId: 'ACC-2', currency: 'USD', isMain: false }))
    tell(
      world,
      feedMovement({
        externalId: 'X1',
        type: 'conversion',
        amountMinor: -10_000,
        local: { minor: 12_400, currency: 'USD' },
        bookedOn: day,
      }),
      feedMovement({
        externalId: 'X2',
        type: 'conversion',
        accountExternalId: 'ACC-2',
        amountMinor: 12_400,
        currency: 'USD',
        bookedOn: day,
      })
    )
    await syncConnector({ connectorId, reach: 'recent', userId: null })
    const [first, second] = await accountsOf(connectorId)
    const linesFrom = calendarDate('2026-11-02')
    for (const [account, bankAccountId] of [
      [first, euros],
      [second, dollars],
    ] as const)
      await linkProviderAccount({ providerAccountId: account?.id ?? 0, bankAccountId, linesFrom, actor })
    await syncConnector({ connectorId, reach: 'recent', userId: null })
    const [[sold], [bought]] = [await linesOf(euros), await linesOf(dollars)]

    const proposals = await findCandidates(sold?.id ?? 0)
    assert.isTrue(
      proposals?.some(({ items }) => items.some(({ otherLineId }) => otherLineId === bought?.id)),
      'the other side is proposed'
    )
    await matchTransfer({ lineId: sold?.id ?? 0, otherLineId: bought?.id ?? 0, actor })

    assert.equal(await sumOf(siteId, '5729'), 0)
    assert.equal(await sumOf(siteId, '668'), 80)
    assert.deepEqual(
      (await checkInvariants()).filter(({ violations }) => violations > 0),
      []
    )
  })
})
