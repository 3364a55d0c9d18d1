import { test } from '@japa/runner'
import { oneRow, rows } from '#app/kernel/database/sql'
import { calendarDate, today } from '#app/kernel/time/calendar_date'
import { checkDerived, checkInvariants } from '#app/ledger/queries/check_invariants'
import { createGroupedOrders } from '#app/payments/kinds/supplier/create_grouped_orders'
import { openCreditsFor } from '#app/payments/kinds/supplier/offset_credits'
import { makeBookedCredit } from '#tests/factories/credits'
import {
  bookedDebt,
  openForeignAccount,
  paidByHand,
  publishRate,
  settleDraft,
} from '#tests/factories/other_currencies'
import { makePaymentStage, type PaymentStage, SENT_ON } from '#tests/factories/payments'

const INVOICED_ON = '2026-03-10'
const CREDITED_ON = '2026-03-20'
const PAID_ON = '2026-04-02'

async function makeStage(): Promise<PaymentStage> {
  const stage = await makePaymentStage()
  await openForeignAccount(stage.siteId, 'CHF', calendarDate(INVOICED_ON))
  return stage
}

/** A booked credit note in francs. */
const creditInFrancs = (stage: PaymentStage, minor: number): Promise<number> =>
  bookedDebt(stage, { currency: 'CHF', issuedOn: CREDITED_ON, totalMinor: -minor, isCredit: true })

const invoiceInFrancs = (stage: PaymentStage, totalMinor: number): Promise<number> =>
  bookedDebt(stage, { currency: 'CHF', issuedOn: INVOICED_ON, totalMinor })

const group = (stage: PaymentStage, invoiceIds: number[]) =>
  createGroupedOrders(
    { invoiceIds, debtorAccountId: null, executionDate: null, nets: true },
    stage.creator.actor
  )

const openOf = (ids: number[]) =>
  rows<{ minor: number; state: string }>(
    `select outstanding_minor as minor, payment_state as state from invoices where id = any(:ids::bigint[]) order by id`,
    { ids }
  ).then((found) => found.map(({ minor, state }) => [minor, state]))

/** What is open of documents in the list of open items. */
const itemsOf = (ids: number[]) =>
  rows<{ minor: number }>(
    `select o.open_minor as minor from open_items o join journal_lines l on l.id = o.journal_line_id
      where l.document_type = 'invoice' and l.document_id = any(:ids::bigint[]) and o.currency = 'CHF' order by l.id`,
    { ids }
  ).then((found) => found.map(({ minor }) => minor))

/** Amount and euros of the accounts of a company under a number. */
const heldUnder = async ({ siteId }: PaymentStage, prefix: string) => {
  const { minor, euros } = await oneRow<{ minor: number; euros: number }>(
    `select coalesce(sum(b.balance_minor), 0)::bigint as minor, coalesce(sum(b.base_minor), 0)::bigint as euros
       from account_balances b join ledger_accounts a on a.id = b.account_id where a.site_id = :siteId and a.code like :like`,
    { siteId, like: `${prefix}%` }
  )
  return [minor, euros]
}

const broken = async () =>
  [...(await checkInvariants()), ...(await checkDerived())].filter(({ violations }) => violations > 0)

test.group('Credit notes in another currency', (tests) => {
  tests.setup(async () => {
    await publishRate('CHF', INVOICED_ON, '0.94')
    await publishRate('CHF', CREDITED_ON, '0.9')
    await publishRate('CHF', SENT_ON, '0.95')
    await publishRate('CHF', PAID_ON, '0.93')
    await publishRate('CHF', today(), '0.9')
  })

  test('are set against an invoice in it; what their rates differ by is a difference of exchange', async ({
    assert,
  }) => {
    const stage = await makeStage()
    const [invoice, credit] = [await invoiceInFrancs(stage, 100_001), await creditInFrancs(stage, 33_333)]

    const { orders, offsets } = await group(stage, [invoice])

    assert.deepEqual([orders, offsets], [1, [{ minor: 33_333, currency: 'CHF' }]])
    assert.deepEqual(await openOf([invoice, credit]), [
      [66_668, 'in_process'],
      [0, 'paid'],
    ])
    assert.deepEqual(await itemsOf([invoice, credit]), [-66_668])
    // 333,33 CHF stood at 354,61 € in the invoice and at 370,37 € in the credit note: 15,76 € are lost.
    assert.deepEqual(await heldUnder(stage, '400'), [-66_668, -70_923])
    assert.deepEqual(await heldUnder(stage, '668'), [1_576, 1_576])
    assert.isEmpty(await broken())
  })

  test('what is left is paid in parts, and the last of them leaves nothing in the books', async ({
    assert,
  }) => {
    const stage = await makeStage()
    const invoice = await invoiceInFrancs(stage, 100_001)
    const credit = await creditInFrancs(stage, 33_333)
    await paidByHand(stage, invoice, { amountMinor: 10_001, settledOn: PAID_ON })
    const { orders } = await group(stage, [invoice])
    assert.equal(orders, 1)
    const { id } = await oneRow<{ id: number }>(
      `select id from payment_orders where source_type = 'invoice' and source_id = :invoice and status = 'draft'`,
      { invoice }
    )

    await settleDraft(stage, id, PAID_ON)

    assert.deepEqual(await openOf([invoice, credit]), [
      [0, 'paid'],
      [0, 'paid'],
    ])
    assert.deepEqual(await heldUnder(stage, '400'), [0, 0])
    assert.deepEqual(await itemsOf([invoice, credit]), [])
    assert.isEmpty(await broken())
  })

  test('never against an invoice in another', async ({ assert }) => {
    const stage = await makeStage()
    const francs = await invoiceInFrancs(stage, 50_000)
    const euros = await makeBookedCredit(stage, 'ABONO-EUR', 3_000)

    assert.isEmpty(await openCreditsFor([francs]))
    const { offsets } = await group(stage, [francs])

    assert.isEmpty(offsets)
    assert.deepEqual(await openOf([euros.id]), [[-3_000, 'unpaid']])
  })
})
