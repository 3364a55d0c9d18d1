import { test } from '@japa/runner'
import type { TransferGateway } from '#app/banking/gateway/transfer_gateway'
import { execute, inTransaction, oneRow } from '#app/kernel/database/sql'
import { submitBatch } from '#app/payments/bank/submit_batch'
import { registerGateway } from '#app/payments/gateway/gateways'
import {
  type ApiStage,
  makeApiStage,
  makeQueuedOrders,
  statesOf,
  takenOf,
} from '#tests/factories/api_payments'
import { makeListed } from '#tests/factories/blacklist'
import { withNewProvider } from '#tests/factories/payments'
import { makeUser } from '#tests/factories/people'

const ibanOf = async (orderId: number) =>
  (
    await oneRow<{ iban: string }>(`select creditor_iban as iban from payment_orders where id = :orderId`, {
      orderId,
    })
  ).iban

const batchStatus = async (batchId: number) =>
  (await oneRow<{ status: string }>(`select status from payment_batches where id = :batchId`, { batchId }))
    .status

/** On the list at this very moment: nobody has swept what is on its way yet. */
const listUnseen = (iban: string) =>
  execute(
    `insert into iban_blacklist (pattern_type, value, severity, reason, comment) values ('iban', :iban, 'block', 'fraude', 'Denunciada por el banco')`,
    { iban }
  )

test.group('Payments by network to an account that must not be paid', (group) => {
  let stage: ApiStage
  group.each.setup(async () => {
    const made = await makeApiStage()
    stage = { ...made, ...(await withNewProvider(made)) }
    return () => made.close()
  })

  /** The bank of the stage with something of its own; payments are sent one after the other. */
  const useGateway = (own: Partial<TransferGateway>) =>
    registerGateway(stage.gateway.name, async () => ({
      ...stage.gateway,
      capabilities: { ...stage.gateway.capabilities, concurrency: 1 },
      ...own,
    }))

  test('listed after the release, none leaves', async ({ assert }) => {
    const { orderIds, batchIds } = await makeQueuedOrders(stage, 2)
    await makeListed(await makeUser('s1st3ma'), { value: await ibanOf(orderIds[0] ?? 0) })

    await submitBatch(batchIds[0] ?? 0)

    assert.deepEqual(await statesOf(orderIds), ['cancelled', 'cancelled'])
    assert.deepEqual(await takenOf(stage.bank, orderIds), [0, 0])
  })

  test('listed between two payments of a batch, the second does not leave', async ({ assert }) => {
    const { orderIds, batchIds } = await makeQueuedOrders(stage, 2)
    const iban = await ibanOf(orderIds[0] ?? 0)
    let asked = 0
    useGateway({
      submit: async (transfer, key) => {
        asked++
        const answer = await stage.gateway.submit(transfer, key)
        if (asked === 1) await makeListed(await makeUser('s1st3ma'), { value: iban })
        return answer
      },
    })

    await submitBatch(batchIds[0] ?? 0)

    assert.equal(asked, 1)
    assert.deepEqual(await takenOf(stage.bank, orderIds), [1, 0])
    assert.equal((await statesOf(orderIds))[1], 'cancelled')
  })

  test('the same where nobody has swept yet: the checks right before the sending withdraw it', async ({
    assert,
  }) => {
    const { orderIds, batchIds } = await makeQueuedOrders(stage, 2)
    const iban = await ibanOf(orderIds[0] ?? 0)
    let asked = 0
    useGateway({
      submit: async (transfer, key) => {
        asked++
        const answer = await stage.gateway.submit(transfer, key)
        if (asked === 1) await listUnseen(iban)
        return answer
      },
    })

    const { withdrawn } = await submitBatch(batchIds[0] ?? 0)

    assert.deepEqual([asked, withdrawn], [1, 1])
    assert.deepEqual(await takenOf(stage.bank, orderIds), [1, 0])
  })

  test('the database lets none begin, nor its batch, also before anybody has swept what is on its way', async ({
    assert,
  }) => {
    const { orderIds, batchIds } = await makeQueuedOrders(stage, 1)
    const [orderId = 0] = orderIds
    const begin = () =>
      inTransaction(async (trx) => {
        await execute(
          `update payment_orders set sub_status = 'submitting' where id = :orderId`,
          { orderId },
          trx
        )
        throw new Error('It may begin')
      })
    await assert.rejects(begin, /It may begin/)
    await listUnseen(await ibanOf(orderId))

    await assert.rejects(begin, /payment_order_obstructed/)
    await assert.rejects(() => submitBatch(batchIds[0] ?? 0), /payment_batch_obstructed/)
    assert.deepEqual(await takenOf(stage.bank, orderIds), [0])
  })

  test('an account that the bank says is closed stops the other payments to it that wait', async ({
    assert,
  }) => {
    const { orderIds, batchIds } = await makeQueuedOrders(stage, 3)
    const later = await makeQueuedOrders(stage, 1)
    let asked = 0
    useGateway({
      submit: async () => {
        asked++
        return { kind: 'refused', httpStatus: 422, code: 'AC04', message: 'Cuenta cancelada' }
      },
    })

    await submitBatch(batchIds[0] ?? 0)
    await submitBatch(later.batchIds[0] ?? 0)

    assert.equal(asked, 1)
    assert.deepEqual(await statesOf(orderIds), ['failed', 'cancelled', 'cancelled'])
    assert.deepEqual(await statesOf(later.orderIds), ['cancelled'])
    assert.deepEqual(await takenOf(stage.bank, [...orderIds, ...later.orderIds]), [0, 0, 0, 0])
    assert.equal(await batchStatus(batchIds[0] ?? 0), 'failed')
  })
})
