import { test } from '@japa/runner'
import { execute, rows } from '#app/kernel/database/sql'
import { XmlValidator } from '#app/payments/files/xml_validator'
import { createOrder } from '#app/payments/kinds/supplier/create_orders'
import PaymentOrder from '#app/payments/orders/payment_order'
import { releaseOrders } from '#app/payments/release/release_orders'
import {
  approveFully,
  approverOf,
  makeApprovedOrder,
  makePaymentStage,
  type PaymentStage,
  withNewProvider,
} from '#tests/factories/payments'
import { makeBookedInvoice } from '#tests/factories/sent_payments'

/** A stage whose bank takes one payment a file: each is a group of its own. */
async function makeStageOfOnes(): Promise<PaymentStage> {
  const stage = await makePaymentStage()
  await execute(
    `with one as (insert into bank_profiles (name, max_operations) values ('De uno en uno ' || :id, 1) returning id)
     update bank_accounts set bank_profile_id = one.id from one where bank_accounts.id = :id::bigint`,
    { id: String(stage.accountId) }
  )
  return stage
}

const makeOrderOfItsOwn = async (stage: PaymentStage, number: string, totalMinor = 12_100) =>
  makeApprovedOrder(await withNewProvider(stage), number, totalMinor)

const stateOf = async ({ id }: PaymentOrder) => {
  const { status, holdReason } = await PaymentOrder.findOrFail(id)
  return [status, holdReason]
}

/** Finds the first file wrong, and the others as they are. */
class RefusesTheFirst extends XmlValidator {
  private asked = 0

  override validate(...file: Parameters<XmlValidator['validate']>) {
    this.asked += 1
    if (this.asked > 1) return super.validate(...file)
    return Promise.resolve({ isValid: false, errors: [{ message: 'Así no', line: 1 }] })
  }
}

test.group('Groups of one release', () => {
  test('each goes into a file of its own, in their order', async ({ assert }) => {
    const stage = await makeStageOfOnes()
    const orders: PaymentOrder[] = []
    for (const number of ['G-1', 'G-2', 'G-3', 'G-4']) orders.push(await makeOrderOfItsOwn(stage, number))

    const { batchIds, released } = await releaseOrders(
      orders.map(({ id }) => id),
      approverOf(stage).actor
    )

    const found = await rows<{ id: number; batchId: number; count: number; hasFile: boolean }>(
      `select o.id, o.batch_id, b.count, b.file_id is not null as has_file from payment_orders o join payment_batches b on b.id = o.batch_id where b.id = any(:batchIds::bigint[]) order by b.id`,
      { batchIds }
    )
    assert.equal(released, 4)
    assert.deepEqual(
      found,
      orders.map(({ id }, index) => ({ id, batchId: batchIds[index], count: 1, hasFile: true }))
    )
  })

  test('the earlier has the money of the account first, also while its file is still being written', async ({
    assert,
  }) => {
    const stage = await makeStageOfOnes()
    const first = await makeOrderOfItsOwn(stage, 'M-1', 600_000)
    const second = await makeOrderOfItsOwn(stage, 'M-2', 600_000)

    const { released, heldBack } = await releaseOrders([second.id, first.id], approverOf(stage).actor)

    assert.equal(released, 1)
    assert.deepEqual(await stateOf(first), ['sent', null])
    assert.deepEqual(await stateOf(second), ['approved', 'no_funds'])
    assert.deepEqual(
      heldBack.map(({ number, reason }) => `${number} ${reason.replace(/\s/g, ' ')}`),
      [`${second.number} Saldo insuficiente: faltan 2.000,00 €.`]
    )
  })

  test('the money of a group whose file is refused goes to the next', async ({ assert }) => {
    const stage = await makeStageOfOnes()
    const first = await makeOrderOfItsOwn(stage, 'B-1', 600_000)
    const second = await makeOrderOfItsOwn(stage, 'B-2', 600_000)
    const validator = new RefusesTheFirst()

    const { released, heldBack } = await releaseOrders(
      [first.id, second.id],
      approverOf(stage).actor,
      new Date(),
      validator
    )
    await validator.close()

    assert.equal(released, 1)
    assert.deepEqual(
      heldBack.map(({ number }) => number),
      [first.number]
    )
    assert.match(heldBack[0]?.reason ?? '', /esquema oficial: Así no/)
    assert.deepEqual(await stateOf(first), ['approved', null])
    assert.deepEqual(await stateOf(second), ['sent', null])
  })

  test('two parts of one invoice leave in two groups, the later waiting for the lock of the earlier', async ({
    assert,
  }) => {
    const stage = await withNewProvider(await makeStageOfOnes())
    const invoice = await makeBookedInvoice(stage, 'P-1', 20_000)
    const parts: PaymentOrder[] = []
    for (const amountMinor of [12_000, 8_000]) {
      const { id } = await createOrder({ invoiceId: invoice.id, amountMinor }, stage.creator.actor)
      parts.push(await approveFully(stage, id))
    }

    const { released, heldBack } = await releaseOrders(
      parts.map(({ id }) => id),
      approverOf(stage).actor
    )

    assert.deepEqual(heldBack, [])
    assert.equal(released, 2)
  })
})
