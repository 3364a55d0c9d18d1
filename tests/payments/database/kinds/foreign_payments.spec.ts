import { test } from '@japa/runner'
import Invoice from '#app/invoices/models/invoice'
import { oneRow, rows } from '#app/kernel/database/sql'
import { calendarDate, today } from '#app/kernel/time/calendar_date'
import { checkDerived, checkInvariants } from '#app/ledger/queries/check_invariants'
import { approveOrder, bufferOrder } from '#app/payments/approvals/decide_order'
import { createOrder } from '#app/payments/kinds/supplier/create_orders'
import { failOrder, returnOrder } from '#app/payments/orders/fail_order'
import PaymentOrder from '#app/payments/orders/payment_order'
import { settleByHand } from '#app/payments/orders/settle_order'
import { acceptMatch } from '#app/reconciliation/actions/accept_match'
import { bookedDebt, openForeignAccount, publishRate, sentPayment } from '#tests/factories/other_currencies'
import {
  approveFully,
  makePaymentStage,
  type PaymentStage,
  SENT_ON,
  sendOne,
} from '#tests/factories/payments'
import { letApprove, makeUser } from '#tests/factories/people'
import { csvStatement, importBytes, linesOf } from '#tests/factories/statements'

const BOOKED_ON = '2026-03-10'
const PAID_ON = calendarDate('2026-04-02')

/** A stage that has francs too, and its account in them. */
async function makeForeignStage(): Promise<PaymentStage & { francs: number }> {
  const stage = await makePaymentStage()
  return { ...stage, francs: await openForeignAccount(stage.siteId, 'CHF', calendarDate(BOOKED_ON)) }
}

/** A booked invoice in francs: 1.000,00 CHF at 0,94 are 1.063,83 €. */
const bookedInFrancs = (stage: PaymentStage, totalMinor = 100_000, withholdingMinor = 0): Promise<number> =>
  bookedDebt(stage, { currency: 'CHF', issuedOn: BOOKED_ON, totalMinor, withholdingMinor })

const settle = (orderId: number, { actor }: { actor: PaymentStage['creator']['actor'] }) =>
  settleByHand({ orderId, settledOn: PAID_ON, proof: 'Extracto del banco', actor })

/** Amount and euros of the accounts of a company under a number. */
const heldUnder = async (siteId: number, prefix: string) => {
  const { minor, euros } = await oneRow<{ minor: number; euros: number }>(
    `select coalesce(sum(b.balance_minor), 0)::bigint as minor, coalesce(sum(b.base_minor), 0)::bigint as euros
       from account_balances b join ledger_accounts a on a.id = b.account_id where a.site_id = :siteId and a.code like :like`,
    { siteId, like: `${prefix}%` }
  )
  return [minor, euros]
}

const openOf = (invoiceId: number) =>
  rows<{ openMinor: number }>(
    `select o.open_minor from open_items o join journal_lines l on l.id = o.journal_line_id where l.document_type = 'invoice' and l.document_id = :invoiceId and o.currency = 'CHF'`,
    { invoiceId }
  ).then((found) => found.map(({ openMinor }) => openMinor))

const broken = async () =>
  [...(await checkInvariants()), ...(await checkDerived())].filter(({ violations }) => violations > 0)

test.group('Paying an invoice in another currency', (group) => {
  group.setup(async () => {
    await publishRate('CHF', BOOKED_ON, '0.94')
    await publishRate('CHF', SENT_ON, '0.95')
    await publishRate('CHF', PAID_ON, '0.93')
    // What limits ask.
    await publishRate('CHF', today(), '0.9')
  })

  test('it leaves an account of its currency by hand, and what the franc has risen is a loss', async ({
    assert,
  }) => {
    const stage = await makeForeignStage()
    const invoiceId = await bookedInFrancs(stage)
    const order = await sentPayment(stage, invoiceId)
    assert.deepEqual([order.currency, order.channel, order.debtorAccountId], ['CHF', 'manual', stage.francs])
    assert.deepEqual(await heldUnder(stage.siteId, '555'), [-100_000, -106_383])

    await settle(order.id, stage.person)

    assert.deepEqual(await heldUnder(stage.siteId, '400'), [0, 0])
    assert.deepEqual(await heldUnder(stage.siteId, '555'), [0, 0])
    assert.deepEqual(await heldUnder(stage.siteId, '668'), [1_144, 1_144])
    assert.deepEqual(await openOf(invoiceId), [])
    const { paymentState, outstandingMinor } = await Invoice.findOrFail(invoiceId)
    assert.deepEqual([paymentState, outstandingMinor], ['paid', 0])
    assert.isEmpty(await broken())
  })

  test('in parts, failed and returned on the way, it leaves the books to the cent', async ({ assert }) => {
    const stage = await makeForeignStage()
    const invoiceId = await bookedInFrancs(stage, 100_001)
    const first = await sentPayment(stage, invoiceId, 33_333)
    const second = await sentPayment(stage, invoiceId, 33_334)
    await settle(second.id, stage.person)
    await failOrder({ orderId: first.id, code: 'MS03', comment: 'Sin motivo', actor: stage.person.actor })
    await returnOrder({
      orderId: second.id,
      code: 'MS03',
      comment: 'Sin motivo',
      returnedOn: calendarDate('2026-04-03'),
      actor: stage.person.actor,
    })
    assert.deepEqual(await heldUnder(stage.siteId, '400'), [-100_001, -106_384])
    assert.deepEqual(await openOf(invoiceId), [-100_001])

    for (const part of [1, 66_667, 33_333]) {
      const order = await createOrder({ invoiceId, amountMinor: part }, stage.creator.actor)
      await approveFully(stage, order.id)
      await sendOne(stage, order.id)
      await settle(order.id, stage.person)
    }

    assert.deepEqual(await heldUnder(stage.siteId, '400'), [0, 0])
    assert.deepEqual(await heldUnder(stage.siteId, '555'), [0, 0])
    assert.deepEqual(await openOf(invoiceId), [])
    assert.isEmpty(await broken())
  })

  test('what was withheld falls due in euros, as it was booked', async ({ assert }) => {
    const stage = await makeForeignStage()
    const invoiceId = await bookedInFrancs(stage, 106_000, 15_000)
    const order = await sentPayment(stage, invoiceId)
    await settle(order.id, stage.person)

    assert.deepEqual(await heldUnder(stage.siteId, '47519'), [0, 0])
    assert.deepEqual(await heldUnder(stage.siteId, '4751'), [-15_957, -15_957])
    assert.isEmpty(await broken())
  })

  test('no account in its currency, no payment; one in another is refused in words', async ({ assert }) => {
    const stage = await makePaymentStage()
    const invoiceId = await bookedInFrancs(stage)
    const { actor } = stage.creator

    await assert.rejects(
      () => createOrder({ invoiceId }, actor),
      /^La empresa no tiene una cuenta activa en CHF .* cotización de cambio/
    )
    await assert.rejects(
      () => createOrder({ invoiceId, debtorAccountId: stage.accountId }, actor),
      /^La cuenta de cargo está en EUR y el documento en CHF/
    )
  })

  test('limits are held against what it is worth today', async ({ assert }) => {
    const stage = await makeForeignStage()
    const invoiceId = await bookedInFrancs(stage)
    const order = await createOrder({ invoiceId }, stage.creator.actor)
    await bufferOrder(order.id, stage.creator.actor)
    const little = await makeUser('aprobador')
    await letApprove(stage.siteId, little, ['payment_supplier'], 105_000)
    const { fingerprint } = await PaymentOrder.findOrFail(order.id)

    await assert.rejects(
      () => approveOrder({ orderId: order.id, shownFingerprint: fingerprint, actor: little.actor }),
      /límite/i
    )
  })

  test('a movement in euros pays it too, with the difference in the same entry', async ({ assert }) => {
    const stage = await makeForeignStage()
    const invoiceId = await bookedInFrancs(stage)
    const { id: debt } = await oneRow<{ id: number }>(
      `select l.id from journal_lines l where l.document_type = 'invoice' and l.document_id = :invoiceId and l.currency = 'CHF'`,
      { invoiceId }
    )
    await importBytes(stage.accountId, csvStatement([{ on: PAID_ON, cents: -107_000, text: 'CAMBIO CHF' }]))
    const lineId = (await linesOf(stage.accountId)).at(-1)?.id ?? 0
    await acceptMatch({
      lineId,
      items: [{ journalLineId: debt, amountMinor: -100_000 }],
      actor: stage.person.actor,
    })

    assert.deepEqual(await heldUnder(stage.siteId, '400'), [0, 0])
    assert.deepEqual(await heldUnder(stage.siteId, '668'), [617, 617])
    assert.equal((await Invoice.findOrFail(invoiceId)).paymentState, 'paid')
    assert.isEmpty(await broken())
  })
})
