import { test } from '@japa/runner'
import { rows } from '#app/kernel/database/sql'
import { listOf } from '#app/kernel/lists/listing'
import { bufferOrder } from '#app/payments/approvals/decide_order'
import { ORDER_TABS, ordersList } from '#app/payments/orders/page/list_orders'
import PaymentOrder from '#app/payments/orders/payment_order'
import { addBank, disableBank, makeDefaultBank, rejectBank } from '#app/providers/actions/provider_banks'
import { makeIban } from '#tests/factories/books'
import { changeInvoiceAsOwner } from '#tests/factories/change_invoice_as_owner'
import {
  approverOf,
  makeApprovedOrder,
  makeDraftOrder,
  makePaymentStage,
  type PaymentStage,
  sendOne,
  settleOne,
} from '#tests/factories/payments'
import { makeUser } from '#tests/factories/people'

const REQUEST = {
  page: 1,
  perPage: 10,
  sort: 'number',
  direction: 'desc',
  cursor: null,
  exactCount: false,
} as const

const mailsAbout = (orderId: number) =>
  rows<{ to: string; subject: string; body: string }>(
    `select "to", subject, body from outgoing_mails where object_type = 'payment_order' and object_id = :orderId and subject like 'La cuenta de un beneficiario%'`,
    { orderId }
  )

const decisionsOf = (orderId: number) =>
  rows(
    `select 1 as found from approval_decisions where document_type = 'payment_order' and document_id = :orderId and revoked_at is null`,
    { orderId }
  )

const bankOf = (order: PaymentOrder) => ({
  providerId: order.creditorId ?? 0,
  bankId: order.providerBankId ?? 0,
})

/** Another account of the supplier, in use for long. */
async function makeOtherBank({ provider, person }: PaymentStage): Promise<number> {
  const bankId = await addBank(
    {
      providerId: provider.id,
      siteId: null,
      iban: makeIban(),
      holderName: 'Suministros de prueba',
      isConfirmed: true,
    },
    person.actor
  )
  await rows(
    `update provider_banks set verification = 'verified', verified_by = :userId, verified_at = now(), payable_from = now() where id = :bankId returning id`,
    { bankId, userId: (await makeUser('aprobador')).id }
  )
  return bankId
}

test.group('The account of a payee that changes', () => {
  test('takes what has not left back to draft at once, its approvals void', async ({ assert }) => {
    const stage = await makePaymentStage()
    const approved = await makeApprovedOrder(stage, 'CB-1')
    const buffered = await makeDraftOrder(stage, 'CB-2', 7_700)
    await bufferOrder(buffered.id, stage.creator.actor)
    const draft = await makeDraftOrder(stage, 'CB-3', 8_800)

    await rejectBank(bankOf(approved), 'El proveedor no la reconoce', approverOf(stage).actor)

    for (const { id } of [approved, buffered]) {
      const { status, holdReason } = await PaymentOrder.findOrFail(id)
      assert.deepEqual([status, holdReason], ['draft', 'bank_unverified'])
      assert.deepEqual(await decisionsOf(id), [])
    }
    assert.isNull((await PaymentOrder.findOrFail(draft.id)).holdReason)
    assert.deepEqual(await mailsAbout(approved.id), [])
    await assert.rejects(() => bufferOrder(approved.id, stage.creator.actor), /no está verificada/)
  })

  test('after it was sent alarms once, is in the list of incidents and leaves it with the payment', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    const { id } = await makeApprovedOrder(stage, 'CB-4')
    const order = await sendOne(stage, id)
    const lead = await makeUser('s1st3ma')

    await rejectBank(bankOf(order), 'El proveedor no la reconoce', approverOf(stage).actor)
    await disableBank(bankOf(order), approverOf(stage).actor)

    const mails = await mailsAbout(id)
    assert.lengthOf(
      mails.filter(({ to }) => to === lead.email),
      1
    )
    assert.include(mails[0]?.body ?? '', `${order.number}, 121,00`)
    assert.notInclude(mails[0]?.body ?? '', stage.providerName)
    const incidents = async () => {
      const filter = { where: [ORDER_TABS.incident ?? '', 'o.id = :id'], bindings: { id } }
      const { rows: found } = await listOf(
        ordersList({ id: lead.id, role: 's1st3ma', siteIds: 'all' }, { name: 'pagos', showsWorth: false }),
        REQUEST,
        filter
      )
      return found.map(({ state, notices }) => [state, ...notices])
    }
    assert.deepEqual(
      (await incidents()).map(([state, notice]) => [state, notice]),
      [['sent', 'El IBAN cambió después de enviar']]
    )

    await settleOne(stage, id)
    assert.deepEqual(await incidents(), [])
    assert.isNull((await PaymentOrder.findOrFail(id)).holdReason)
  })

  test('a new account that is paid from now on does the same, but not to what was asked for the old one by name', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    const [plain, chosen] = [await makeDraftOrder(stage, 'CB-5'), await makeDraftOrder(stage, 'CB-6', 9_900)]
    await changeInvoiceAsOwner(plain.sourceId, { namesNoBank: true })
    for (const { id } of [plain, chosen]) await bufferOrder(id, stage.creator.actor)
    await rows(`update provider_banks set is_default = true where id = :id returning id`, {
      id: plain.providerBankId,
    })

    await makeDefaultBank(
      { providerId: stage.provider.id, bankId: await makeOtherBank(stage) },
      approverOf(stage).actor
    )

    const stateOf = async ({ id }: PaymentOrder) => (await PaymentOrder.findOrFail(id)).status
    assert.equal(await stateOf(plain), 'draft')
    assert.equal(await stateOf(chosen), 'buffered')
  })
})
