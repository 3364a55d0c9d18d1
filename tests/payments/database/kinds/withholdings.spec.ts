import { test } from '@japa/runner'
import { execute, inTransaction, oneRow } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { settleOrder } from '#app/payments/orders/settle_order'
import {
  makeBookedInvoice,
  makeSentOrder,
  makeTreasury,
  type TestTreasury,
} from '#tests/factories/sent_payments'

const chooseAccrual = (siteId: number, accrual: 'payment' | 'registration') =>
  execute(`update sites set withholding_accrual = :accrual where id = :siteId`, { siteId, accrual })

/** What is owed to the tax office, and what waits for a payment, in cents. */
const taxOf = (siteId: number) =>
  oneRow<{ owed: number; waiting: number }>(
    `select coalesce(-sum(b.balance_minor) filter (where a.code not like '47519%'), 0)::bigint as owed,
            coalesce(-sum(b.balance_minor) filter (where a.code like '47519%'), 0)::bigint as waiting
       from ledger_accounts a join account_balances b on b.account_id = a.id where a.site_id = :siteId and a.code like '4751%'`,
    { siteId }
  )

async function pay(treasury: TestTreasury, invoiceId: number): Promise<void> {
  const order = await makeSentOrder(treasury, invoiceId, 106_000)
  await inTransaction((trx) =>
    settleOrder(
      {
        orderId: order.id,
        settledOn: calendarDate('2026-04-10'),
        bankAccountId: treasury.accountId,
        actor: treasury.person.actor,
      },
      trx
    )
  )
}

test.group('Withholding of an invoice', () => {
  for (const [atBooking, atPayment] of [
    ['registration', 'payment'],
    ['payment', 'registration'],
  ] as const)
    test(`booked by ${atBooking} and paid by ${atPayment}: it is owed to the tax office once`, async ({
      assert,
    }) => {
      const treasury = await makeTreasury()
      await chooseAccrual(treasury.siteId, atBooking)
      const invoice = await makeBookedInvoice(treasury, `RET-${atBooking}`, 106_000, 15_000)
      await chooseAccrual(treasury.siteId, atPayment)

      await pay(treasury, invoice.id)

      assert.deepEqual(await taxOf(treasury.siteId), { owed: 15_000, waiting: 0 })
      assert.deepEqual(
        (await checkInvariants()).filter(({ violations }) => violations > 0),
        []
      )
    })
})
