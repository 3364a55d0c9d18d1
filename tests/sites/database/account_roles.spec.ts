import { test } from '@japa/runner'
import { inTransaction } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { settleOrder } from '#app/payments/orders/settle_order'
import { setAccountRole } from '#app/sites/actions/set_account_role'
import { makeBookedInvoice, makeSentOrder, makeTreasury } from '#tests/factories/sent_payments'

test.group('The account of a role from which something is taken back', () => {
  test('does not change while payments are on their way or withholding waits', async ({ assert }) => {
    const treasury = await makeTreasury()
    const { siteId, person } = treasury
    const invoice = await makeBookedInvoice(treasury, 'RET-ROL', 106_000, 15_000)
    const change = (role: string, accountCode: string) =>
      setAccountRole({ siteId, role, accountCode }, person.actor)
    await assert.rejects(() => change('withholding_deferred', '4752'), /tiene importes pendientes/)
    const order = await makeSentOrder(treasury, invoice.id, 106_000)

    await assert.rejects(() => change('payments_in_transit', '5551'), /tiene importes pendientes/)
    await inTransaction((trx) =>
      settleOrder(
        {
          orderId: order.id,
          settledOn: calendarDate('2026-04-10'),
          bankAccountId: treasury.accountId,
          actor: person.actor,
        },
        trx
      )
    )

    await change('payments_in_transit', '5551')
    await change('withholding_deferred', '4752')
  })
})
