import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/record_event'
import { inTransaction, oneRow } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { moveFiscalYear } from '#app/ledger/actions/move_fiscal_year'
import { postEntry } from '#app/ledger/actions/post_entry'
import { loadPool } from '#app/reconciliation/queries/load_pool'
import { findMatchAccount } from '#app/reconciliation/queries/match_account'
import { makeTreasury } from '#tests/factories/sent_payments'

test.group('A closed year', () => {
  test('its closing and opening entries are nobody’s debt and no movement of the bank', async ({
    assert,
  }) => {
    const { siteId, accountId, provider } = await makeTreasury()
    const { bank, year } = await oneRow<{ bank: number; year: number }>(
      `select b.ledger_account_id as bank, y.id as year from bank_accounts b join fiscal_years y on y.site_id = b.site_id and y.code = '2025' where b.id = :accountId`,
      { accountId }
    )
    const before = await inTransaction(async (trx) => {
      const debt = await ensureAccount(
        { siteId, prefix: '400', subledger: 'provider', subledgerId: provider.id, name: 'Proveedor' },
        trx
      )
      return postEntry(
        {
          siteId,
          postedOn: calendarDate('2025-12-20'),
          journal: 'diversos',
          kind: 'prueba',
          idempotencyKey: `closing:${siteId}`,
          description: 'Anticipo recibido',
          lines: [
            { accountId: bank, amountMinor: 7_777 },
            { accountId: debt.id, amountMinor: -7_777 },
          ],
        },
        trx
      )
    })
    await moveFiscalYear(year, 'soft_close', null, SYSTEM)
    await moveFiscalYear(year, 'close', null, SYSTEM)

    const account = await findMatchAccount(accountId)
    if (!account) throw new Error('No account')
    const movement = (day: string, amountMinor: number) => ({
      id: 0,
      amountMinor,
      currency: 'EUR',
      bookedOn: calendarDate(day),
      normText: '',
      endToEndId: null,
      counterpartyName: null,
      counterpartyIban: null,
    })
    const pool = await loadPool(account, [
      movement('2025-12-31', 7_777),
      movement('2026-01-05', -7_777),
      movement('2026-01-05', 1_007_777),
      movement('2026-01-05', 1_000_000),
    ])
    const shown = pool.candidates
    const { entries } = await oneRow<{ entries: number[] }>(
      `select coalesce(array_agg(distinct entry_id), '{}') as entries from journal_lines where id = any(:ids::bigint[])`,
      { ids: shown.map((candidate) => candidate.journalLineId) }
    )

    assert.deepEqual(entries.map(Number), [Number(before.entryId)])
  })
})
