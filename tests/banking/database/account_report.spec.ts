import { test } from '@japa/runner'
import { bankReportTables } from '#app/banking/pages/report_tables'
import { accountReport } from '#app/banking/queries/account_report'
import { syncConnector } from '#app/banking/sync/sync_connector'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { saveManualRate } from '#app/ledger/actions/keep_rates'
import { accountsOf, feedMovement, makeConnection, tell } from '#tests/factories/fake_bank'
import { makeUser } from '#tests/factories/people'

const span = { from: calendarDate('2026-11-01'), to: calendarDate('2026-11-30') }

test.group('The report of an account at a bank', () => {
  test('says months and categories as people do, on paper too', async ({ assert }) => {
    const { connectorId, world } = await makeConnection()
    tell(
      world,
      feedMovement({ externalId: 'R1', amountMinor: -5_000, category: 'legal_and_accounting' }),
      feedMovement({ externalId: 'R2', amountMinor: -3_000, category: 'MCC 5812' }),
      feedMovement({ externalId: 'R3', amountMinor: -2_000, category: 'brand_new_thing' }),
      feedMovement({ externalId: 'R4', amountMinor: -1_000, type: 'fee' })
    )
    await syncConnector({ connectorId, reach: 'recent', userId: null })
    const [account] = await accountsOf(connectorId)

    const report = await accountReport({ accountId: account?.id ?? 0, currency: 'EUR', ...span })

    assert.deepEqual(
      report.categories.map(({ category }) => category),
      ['Asesoría legal y contable', 'Comercios del sector 5812', 'Brand new thing', 'Comisión']
    )
    const months = bankReportTables(report).find(({ title }) => title === 'Por mes')
    assert.equal(months?.rows[0]?.[0], 'noviembre de 2026')
  })

  test('holds exchanges against the rate of the books, rounded and not cut', async ({ assert }) => {
    const { actor } = await makeUser('superC0ntab1l1dad')
    const day = calendarDate('2026-11-19')
    await saveManualRate({ currency: 'USD', onDate: day, rate: '1.3', isConfirmed: true }, actor)
    const { connectorId, world } = await makeConnection()
    tell(
      world,
      feedMovement({
        externalId: 'X1',
        type: 'conversion',
        amountMinor: -30_000,
        local: { minor: 20_000, currency: 'USD' },
        bookedOn: day,
      })
    )
    await syncConnector({ connectorId, reach: 'recent', userId: null })
    const [account] = await accountsOf(connectorId)

    const { exchanges } = await accountReport({ accountId: account?.id ?? 0, currency: 'EUR', ...span })

    assert.deepInclude(exchanges[0], {
      appliedRate: '0.66666667',
      referenceRate: '1.3',
      cost: { minor: 30_000 - 15_385, currency: 'EUR' },
    })
  })
})
