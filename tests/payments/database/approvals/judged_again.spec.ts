import { test } from '@japa/runner'
import { execute, rows } from '#app/kernel/database/sql'
import { approveOrder, bufferOrder } from '#app/payments/approvals/decide_order'
import PaymentOrder from '#app/payments/orders/payment_order'
import { releaseOrders } from '#app/payments/release/release_orders'
import { approverOf, makeApprovedOrder, makeDraftOrder, makePaymentStage } from '#tests/factories/payments'

/** It turns out that who approved the invoice had a hand in it: nobody saves the invoice for that. */
const discoverOwnApproval = (invoiceId: number) =>
  execute(
    `insert into invoice_editors (invoice_id, user_id) select document_id, user_id from approval_decisions where document_type = 'invoice' and document_id = :invoiceId`,
    { invoiceId }
  )

/** An approval by somebody with a hand in the invoice is not sound, and the books are checked whole. */
const forgetOwnApproval = (invoiceId: number) =>
  execute(
    `delete from invoice_editors e using approval_decisions d where d.document_type = 'invoice' and d.document_id = e.invoice_id and d.user_id = e.user_id and e.invoice_id = :invoiceId`,
    { invoiceId }
  )

const alarmsOf = (invoiceId: number) =>
  rows<{ ruleCode: string; severity: string }>(
    `select rule_code, severity from invoice_alarms where invoice_id = :invoiceId and status = 'open' and severity = 'blocking'`,
    { invoiceId }
  )

test.group('What stops an invoice is asked again before its money moves', (group) => {
  const discovered: number[] = []
  const discover = async (invoiceId: number) => {
    discovered.push(invoiceId)
    await discoverOwnApproval(invoiceId)
  }
  group.each.teardown(async () => {
    for (const invoiceId of discovered.splice(0)) await forgetOwnApproval(invoiceId)
  })

  test('an alarm that comes up after the approval sends the order back at its release, with the reason', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    const order = await makeApprovedOrder(stage, 'J-1')
    await discover(order.sourceId)

    const { released, heldBack } = await releaseOrders([order.id], approverOf(stage).actor)

    assert.equal(released, 0)
    assert.match(heldBack[0]?.reason ?? '', /intervino en la factura/)
    const { status, holdReason } = await PaymentOrder.findOrFail(order.id)
    assert.deepEqual([status, holdReason], ['draft', 'source_changed'])
    assert.deepEqual(await alarmsOf(order.sourceId), [{ ruleCode: 'S1', severity: 'blocking' }])
  })

  test('one that comes up in the buffer refuses the approval, and stays to be worked off', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    const draft = await makeDraftOrder(stage, 'J-2')
    const { fingerprint } = await bufferOrder(draft.id, stage.creator.actor)
    await discover(draft.sourceId)

    await assert.rejects(
      () =>
        approveOrder({ orderId: draft.id, shownFingerprint: fingerprint, actor: approverOf(stage).actor }),
      /intervino en la factura/
    )

    assert.equal((await PaymentOrder.findOrFail(draft.id)).status, 'buffered')
    assert.deepEqual(await alarmsOf(draft.sourceId), [{ ruleCode: 'S1', severity: 'blocking' }])
  })
})
