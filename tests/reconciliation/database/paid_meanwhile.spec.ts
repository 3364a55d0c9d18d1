import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/record_event'
import { inTransaction, oneRow } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { settleOrder } from '#app/payments/orders/settle_order'
import { suggestMatches } from '#app/reconciliation/actions/unattended/suggest_matches'
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

    let isSettled = () => {}
    const settled = new Promise<void>((done) => {
      isSettled = done
    })
    const told = inTransaction(async (trx) => {
      const { accountId: bankAccountId } = treasury
      const settledOn = calendarDate('2026-04-09')
      await settleOrder({ orderId: order.id, settledOn, bankAccountId, actor: SYSTEM }, trx)
      isSettled()
      // Meanwhile what is read still has it in transit.
      await sleep(1_000)
    })
    await settled
    const report = await suggestMatches(treasury.accountId)
    await told

    assert.deepEqual(report, { looked: 1, suggested: 0, matched: 1, booked: 0 })
    const { status } = await oneRow<{ status: string }>(`select status from payment_orders where id = :id`, {
      id: order.id,
    })
    assert.equal(status, 'reconciled')
  })
})
