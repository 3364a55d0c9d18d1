import { test } from '@japa/runner'
import { unbookInvoice } from '#app/invoices/booking/book_invoice'
import Invoice from '#app/invoices/models/invoice'
import { bufferOrder } from '#app/payments/approvals/decide_order'
import PaymentOrder from '#app/payments/orders/payment_order'
import { makeDraftOrder, makePaymentStage } from '#tests/factories/payments'

test.group('An invoice that leaves the books', () => {
  test('takes its drafts with it', async ({ assert }) => {
    const stage = await makePaymentStage()
    const { id, sourceId } = await makeDraftOrder(stage, 'FUERA-1')

    await unbookInvoice(sourceId, 'Registrada por error', stage.person.actor)

    assert.equal((await PaymentOrder.findOrFail(id)).status, 'cancelled')
    const invoice = await Invoice.findOrFail(sourceId)
    assert.deepEqual([invoice.status, invoice.paymentState], ['pending_review', 'unpaid'])
  })

  test('stays in them while a payment of it waits for approval, which is named', async ({ assert }) => {
    const stage = await makePaymentStage()
    const { id, number, sourceId } = await makeDraftOrder(stage, 'FUERA-2')
    await bufferOrder(id, stage.creator.actor)

    await assert.rejects(
      () => unbookInvoice(sourceId, 'Registrada por error', stage.person.actor),
      `La factura está incluida en el pago ${number}.`
    )
    assert.equal((await Invoice.findOrFail(sourceId)).status, 'booked')
  })
})
