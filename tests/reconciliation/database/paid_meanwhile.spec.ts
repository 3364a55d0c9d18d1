import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/record_event'
import { inTransaction, oneRow } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { settleOrder } from '#app/payments/orders/settle_order'
import { type SuggestReport, suggestMatches } from '#app/reconciliation/actions/unattended/suggest_matches'
import { beginMeanwhile } from '#tests/factories/meanwhile'
import { makeBookedInvoice, makeSentOrder, makeTreasury } from '#tests/factories/sent_payments'
import { csvStatement, importBytes } from '#tests/factories/statements'

test.group('A payment that its bank says is paid while its movement is looked at', () => {
  test('is reconciled all the same, without waiting for the next movement', async ({ assert }) => {
    const treasury = await makeTreasury()
    const order = await makeSentOrder(treasury, (await makeBookedInvoice(treasury, 'A-LA-VEZ-1')).id)
    const { endToEndId, amountMinor } = await oneRow<{ endToEndId: string; amountMinor: number }>(
      `select end_to_end_id, amount_minor from payment_orders where id = :id`,
      { id: order.id }
    )
    await importBytes(
      treasury.accountId,
      csvStatement([{ on: '2026-04-09', cents: -amountMinor, text: `TRANSFERENCIA ${endToEndId}` }])
    )

    const { accountId: bankAccountId } = treasury
    const settledOn = calendarDate('2026-04-09')
    let looking: Promise<SuggestReport> | null = null
    await inTransaction(async (trx) => {
      await settleOrder({ orderId: order.id, settledOn, bankAccountId, actor: SYSTEM }, trx)
      // It has read the payment as one in transit by the time it waits for it.
      await beginMeanwhile(() => (looking = suggestMatches(bankAccountId)), trx)
    })
    const report = await looking

    assert.deepEqual(report, { looked: 1, suggested: 0, matched: 1, booked: 0 })
    const { status } = await oneRow<{ status: string }>(`select status from payment_orders where id = :id`, {
      id: order.id,
    })
    assert.equal(status, 'reconciled')
  })
})
