import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/record_event'
import { calendarDate } from '#app/kernel/calendar_date'
import { inTransaction, oneRow } from '#app/kernel/sql'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { moveFiscalYear } from '#app/ledger/actions/move_fiscal_year'
import { postEntry } from '#app/ledger/actions/post_entry'
import { loadOpenItems } from '#app/reconciliation/queries/load_open_items'
import { loadPostedLines } from '#app/reconciliation/queries/load_payments'
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

    const account = { id: accountId, siteId, ledgerAccountId: bank, currency: 'EUR' } as never
    const days = { from: calendarDate('2025-12-31'), to: calendarDate('2026-01-05') }
    const shown = [...(await loadOpenItems(account, days)), ...(await loadPostedLines(account, days))]
    const { entries } = await oneRow<{ entries: number[] }>(
      `select coalesce(array_agg(distinct entry_id), '{}') as entries from journal_lines where id = any(:ids::bigint[])`,
      { ids: shown.map((candidate) => candidate.journalLineId) }
    )

    assert.deepEqual(entries.map(Number), [Number(before.entryId)])
  })
})
