import { test } from '@japa/runner'
import Invoice from '#app/invoices/models/invoice'
import { execute, inTransaction, oneRow, rows } from '#app/kernel/database/sql'
import { addDays, calendarDate, today } from '#app/kernel/time/calendar_date'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { approveOrder, bufferOrder } from '#app/payments/approvals/decide_order'
import { cancelBatch } from '#app/payments/batches/cancel_batch'
import { markBatchSent, noteDownload } from '#app/payments/batches/send_batch'
import { createOrder } from '#app/payments/kinds/supplier/create_orders'
import { failOrder, returnOrder } from '#app/payments/orders/fail_order'
import PaymentOrder from '#app/payments/orders/payment_order'
import { settleByHand } from '#app/payments/orders/settle_order'
import { releaseOrders } from '#app/payments/release/release_orders'
import { acceptMatch } from '#app/reconciliation/actions/accept_match'
import { databaseRefusal } from '#app/web/database_refusals'
import {
  approveFully,
  approverOf,
  makeApprovedOrder,
  makeDraftOrder,
  makePaymentStage,
  type PaymentStage,
  releaseOne,
  SENT_ON,
  sendOne,
  settleOne,
} from '#tests/factories/payments'
import { makeBookedInvoice } from '#tests/factories/sent_payments'
import { csvStatement, importBytes, linesOf } from '#tests/factories/statements'

/** The bank's own charge of an invoice, reconciled with it. */
async function chargeByBank(stage: PaymentStage, journalLineId: number, cents: number, text: string) {
  await importBytes(stage.accountId, csvStatement([{ on: '2026-04-09', cents: -cents, text }]), 'insisting')
  const line = (await linesOf(stage.accountId)).find(({ rawText }) => rawText.includes(text))
  await acceptMatch({
    lineId: line?.id ?? 0,
    items: [{ journalLineId, amountMinor: -cents }],
    actor: stage.person.actor,
  })
}

const violations = async () => (await checkInvariants()).filter((result) => result.violations > 0)

test.group('Nothing is paid twice', () => {
  test('an invoice that the bank charged is not paid by an order', async ({ assert }) => {
    const stage = await makePaymentStage()
    const invoice = await makeBookedInvoice(stage, 'DD-1')
    await chargeByBank(stage, invoice.journalLineId, 12_100, 'RECIBO DD-1')

    await assert.rejects(() => createOrder({ invoiceId: invoice.id }, stage.creator.actor), /ya está pagada/)
  })

  test('of an invoice that the bank charged in part, only the rest is ordered', async ({ assert }) => {
    const stage = await makePaymentStage()
    const invoice = await makeBookedInvoice(stage, 'DD-2')
    await chargeByBank(stage, invoice.journalLineId, 5_000, 'RECIBO DD-2')

    const order = await createOrder({ invoiceId: invoice.id }, stage.creator.actor)

    assert.equal(order.amountMinor, 7_100)
  })

  test('a charge by the bank sends the approved payment of the same invoice back to draft', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    const invoice = await makeBookedInvoice(stage, 'DD-3')
    const draft = await createOrder({ invoiceId: invoice.id }, stage.creator.actor)
    await approveFully(stage, draft.id)

    await chargeByBank(stage, invoice.journalLineId, 12_100, 'RECIBO DD-3')

    const order = await PaymentOrder.findOrFail(draft.id)
    assert.deepEqual([order.status, order.holdReason], ['draft', 'source_changed'])
    await assert.rejects(() => bufferOrder(order.id, stage.creator.actor), /supera lo pendiente/)
    const { outstandingMinor } = await Invoice.findOrFail(invoice.id)
    assert.equal(outstandingMinor, 0)
    assert.deepEqual(await violations(), [])
  })

  test('a charge by the bank of an invoice whose payment is on its way is refused', async ({ assert }) => {
    const stage = await makePaymentStage()
    const invoice = await makeBookedInvoice(stage, 'DD-4')
    const draft = await createOrder({ invoiceId: invoice.id }, stage.creator.actor)
    await approveFully(stage, draft.id)
    await sendOne(stage, draft.id)

    await assert.rejects(() => chargeByBank(stage, invoice.journalLineId, 12_100, 'RECIBO DD-4'))

    assert.equal((await Invoice.findOrFail(invoice.id)).outstandingMinor, 12_100)
  })

  test('the release and the charge by the bank at the same moment leave one of them', async ({ assert }) => {
    const stage = await makePaymentStage()
    const invoice = await makeBookedInvoice(stage, 'DD-5')
    const draft = await createOrder({ invoiceId: invoice.id }, stage.creator.actor)
    await approveFully(stage, draft.id)

    const outcome = await Promise.allSettled([
      releaseOrders([draft.id], approverOf(stage).actor),
      chargeByBank(stage, invoice.journalLineId, 12_100, 'RECIBO DD-5'),
    ])

    const { status } = await PaymentOrder.findOrFail(draft.id)
    const { outstandingMinor } = await Invoice.findOrFail(invoice.id)
    assert.include([12_100, 0], outstandingMinor)
    assert.equal(status, outstandingMinor === 0 ? 'draft' : 'sent')
    assert.isAtLeast(outcome.filter((one) => one.status === 'fulfilled').length, 1)
  })

  test('a supplier who charges by direct debit gets no transfer', async ({ assert }) => {
    const stage = await makePaymentStage()
    const invoice = await makeBookedInvoice(stage, 'DD-6')
    await execute(`update providers set payment_method = 'direct_debit' where id = :id`, {
      id: stage.provider.id,
    })

    await assert.rejects(
      () => createOrder({ invoiceId: invoice.id }, stage.creator.actor),
      /cobra por domiciliación/
    )
  })

  test('the database itself refuses orders for more than an invoice owes', async ({ assert }) => {
    const stage = await makePaymentStage()
    const order = await makeDraftOrder(stage, 'DB-1')

    const copy = inTransaction((trx) =>
      trx.rawQuery(
        `insert into payment_orders (number, kind, site_id, source_type, source_id, source_part, debtor_account_id, creditor_type, creditor_id, creditor_name, creditor_iban,
            amount_minor, execution_date, remittance, end_to_end_id, channel, fingerprint)
          select 'OP-COPY-' || id, kind, site_id, source_type, source_id, 99, debtor_account_id, creditor_type, creditor_id, creditor_name, creditor_iban,
            1, execution_date, remittance, 'COPY' || id, channel, fingerprint from payment_orders where id = ?`,
        [order.id]
      )
    )

    const error = await copy.then(
      () => null,
      (refused: unknown) => refused
    )
    assert.match(String(error), /payment_order_exceeds_invoice/)
    assert.match(databaseRefusal(error)?.message ?? '', /supera lo pendiente de la factura/)
  })

  test('the database itself refuses an invoice paid beyond its total', async ({ assert }) => {
    const stage = await makePaymentStage()
    const invoice = await makeBookedInvoice(stage, 'DB-2')

    for (const outstanding of [-1, 12_101])
      await assert.rejects(
        () =>
          inTransaction((trx) =>
            trx.rawQuery(`update invoices set outstanding_minor = ? where id = ?`, [outstanding, invoice.id])
          ),
        /invoices_outstanding/
      )
  })
})

test.group('A file that is made', () => {
  test('its payments are neither failed nor paid before it is marked as sent', async ({ assert }) => {
    const stage = await makePaymentStage()
    const { order } = await releaseOne(stage, (await makeApprovedOrder(stage, 'Q-1')).id)

    const actor = stage.person.actor
    await assert.rejects(
      () => failOrder({ orderId: order.id, code: 'AM04', comment: 'Sin saldo', actor }),
      /no está marcada como enviada/
    )
    await assert.rejects(
      () => settleByHand({ orderId: order.id, settledOn: today(), actor, proof: 'Extracto en papel' }),
      /no está marcada como enviada/
    )
    await assert.rejects(
      () =>
        inTransaction((trx) =>
          trx.rawQuery(`update payment_orders set status = 'failed', sub_status = null where id = ?`, [
            order.id,
          ])
        ),
      /payment_order_not_sent/
    )
  })

  test('when annulled it cannot be downloaded nor sent, and its invoices are paid by new orders', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    const { order, batchId } = await releaseOne(stage, (await makeApprovedOrder(stage, 'Q-2')).id)

    await cancelBatch({ batchId, reason: 'Fichero con otra cuenta', actor: approverOf(stage).actor })

    assert.equal((await PaymentOrder.findOrFail(order.id)).status, 'cancelled')
    await assert.rejects(() => noteDownload(batchId, stage.person.actor), /está anulada/)
    await assert.rejects(() => markBatchSent(batchId, stage.person.actor), /ya no está pendiente/)
    const again = await createOrder({ invoiceId: order.sourceId }, stage.creator.actor)
    assert.equal(again.amountMinor, 12_100)
    const { held } = await oneRow<{ held: number }>(
      `select count(*)::int as held from account_holds where bank_account_id = :id and released_at is null`,
      { id: stage.accountId }
    )
    assert.equal(held, 0)
    assert.deepEqual(await violations(), [])
  })

  test('marked as sent and annulled at the same moment it is one of them, whole', async ({ assert }) => {
    const stage = await makePaymentStage()
    const { order, batchId } = await releaseOne(stage, (await makeApprovedOrder(stage, 'Q-3')).id)

    const outcome = await Promise.allSettled([
      markBatchSent(batchId, stage.person.actor, SENT_ON),
      cancelBatch({ batchId, reason: 'No se envía', actor: approverOf(stage).actor }),
    ])

    const batch = await oneRow<{ status: string }>(`select status from payment_batches where id = :batchId`, {
      batchId,
    })
    const { status } = await PaymentOrder.findOrFail(order.id)
    assert.equal(outcome.filter((one) => one.status === 'fulfilled').length, 1)
    assert.include(['sent/sent', 'cancelled/cancelled'], `${batch.status}/${status}`)
  })

  test('two payments settled at the same moment leave their batch done', async ({ assert }) => {
    const stage = await makePaymentStage()
    const orders = [await makeApprovedOrder(stage, 'Q-4'), await makeApprovedOrder(stage, 'Q-5', 13_000)]
    const { batchIds } = await releaseOrders(
      orders.map(({ id }) => id),
      approverOf(stage).actor
    )
    await markBatchSent(batchIds[0] ?? 0, stage.person.actor, SENT_ON)

    await Promise.all(orders.map(({ id }) => settleOne(stage, id)))

    const { status } = await oneRow<{ status: string }>(`select status from payment_batches where id = :id`, {
      id: batchIds[0],
    })
    assert.equal(status, 'done')
  })
})

test.group('What the bank answers', () => {
  test('a payment is not settled by hand before it was sent nor on a day to come', async ({ assert }) => {
    const stage = await makePaymentStage()
    const order = await sendOne(stage, (await makeApprovedOrder(stage, 'D-1')).id)

    for (const settledOn of [calendarDate('2026-03-29'), addDays(today(), 1)])
      await assert.rejects(
        () => settleByHand({ orderId: order.id, settledOn, actor: stage.person.actor, proof: 'Cargo visto' }),
        /se envió al banco el 30\/03\/2026|posterior a hoy/
      )
  })

  test('a wrong account is not verified any more, and the new order says which one it repeats', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    const order = await sendOne(stage, (await makeApprovedOrder(stage, 'D-2')).id)

    await failOrder({
      orderId: order.id,
      code: 'AC04',
      comment: 'Cuenta cancelada',
      actor: stage.person.actor,
    })

    const { verification } = await oneRow<{ verification: string }>(
      `select verification from provider_banks where id = :id`,
      { id: order.providerBankId }
    )
    assert.equal(verification, 'unverified')
    await assert.rejects(
      () => createOrder({ invoiceId: order.sourceId }, stage.creator.actor),
      /la cuenta de pago elegida/
    )
    await execute(
      `update provider_banks set verification = 'verified', verified_by = :by, verified_at = now() where id = :id`,
      { by: stage.person.id, id: order.providerBankId }
    )
    const again = await createOrder({ invoiceId: order.sourceId }, stage.creator.actor)
    assert.equal(again.retryOfId, order.id)
  })

  test('a payment returned after it was reconciled leaves the debt open and may be repeated', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    const order = await sendOne(stage, (await makeApprovedOrder(stage, 'D-3')).id)
    const transit = await oneRow<{ id: number }>(
      `select l.id from journal_lines l join journal_entries e on e.id = l.entry_id where e.idempotency_key = :key and l.amount_minor < 0`,
      { key: `payment_order:${order.id}:sent:1` }
    )
    await chargeByBank(stage, transit.id, 12_100, `TRANSFERENCIA ${order.number}`)

    await returnOrder({ orderId: order.id, code: 'MS03', comment: 'Sin motivo', actor: stage.person.actor })

    assert.equal((await PaymentOrder.findOrFail(order.id)).status, 'returned')
    assert.equal((await Invoice.findOrFail(order.sourceId)).outstandingMinor, 12_100)
    assert.equal((await createOrder({ invoiceId: order.sourceId }, stage.creator.actor)).retryOfId, order.id)
    assert.deepEqual(await violations(), [])
  })

  test('after one half came back and was paid again, exactly all the withholding is due', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    const invoice = await makeBookedInvoice(stage, 'D-4', 10_600, 1_501)
    const halves: number[] = []
    for (const amountMinor of [5_300, 5_300]) {
      const order = await createOrder({ invoiceId: invoice.id, amountMinor }, stage.creator.actor)
      await bufferOrder(order.id, stage.creator.actor, true)
      halves.push(order.id)
    }
    for (const id of halves) {
      await approveBuffered(stage, id)
      await sendOne(stage, id)
      await settleOne(stage, id)
    }
    await returnOrder({
      orderId: halves[0] ?? 0,
      code: 'MS03',
      comment: 'Devuelta',
      actor: stage.person.actor,
    })
    const again = await createOrder({ invoiceId: invoice.id }, stage.creator.actor)
    await bufferOrder(again.id, stage.creator.actor, true)
    await approveBuffered(stage, again.id)
    await sendOne(stage, again.id)
    await settleOne(stage, again.id)

    const due = await rows<{ code: string; balance: number }>(
      `select rpad(left(a.code, 5), 5) as code, b.balance_minor as balance from ledger_accounts a join account_balances b on b.account_id = a.id where a.site_id = :siteId and a.code like '4751%' order by a.code`,
      { siteId: stage.siteId }
    )
    assert.deepEqual(due, [
      { code: '47510', balance: -1_501 },
      { code: '47519', balance: 0 },
    ])
  })

  test('a payment settles the account its invoice was booked to, whatever the supplier has now', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    const order = await makeApprovedOrder(stage, 'D-5')
    await execute(`update providers set ledger_prefix = '410' where id = :id`, { id: stage.provider.id })

    await sendOne(stage, order.id)

    const debts = await rows<{ code: string; balance: number }>(
      `select left(a.code, 3) as code, b.balance_minor as balance from ledger_accounts a join account_balances b on b.account_id = a.id
        where a.site_id = :siteId and a.subledger = 'provider' and a.subledger_id = :providerId`,
      { siteId: stage.siteId, providerId: stage.provider.id }
    )
    assert.deepEqual(debts, [{ code: '400', balance: 0 }])
  })
})

async function approveBuffered(stage: PaymentStage, orderId: number) {
  for (const { actor } of stage.approvers) {
    const { status, fingerprint } = await PaymentOrder.findOrFail(orderId)
    if (status === 'buffered') await approveOrder({ orderId, shownFingerprint: fingerprint, actor })
  }
}
