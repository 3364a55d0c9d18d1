import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { rows } from '#app/kernel/database/sql'
import { bufferOrder } from '#app/payments/approvals/decide_order'
import { approveOrders, bufferOrders, rejectOrders } from '#app/payments/approvals/decide_orders'
import { takeOutOrders } from '#app/payments/orders/modify_order'
import PaymentOrder from '#app/payments/orders/payment_order'
import { payOrdersNow } from '#app/payments/release/pay_now'
import { statesOf } from '#tests/factories/api_payments'
import { approverOf, makeDraftOrder, makePaymentStage, type PaymentStage } from '#tests/factories/payments'

/** Drafts of different amounts: none is another's possible duplicate. */
async function makeDrafts(stage: PaymentStage, word: string, count: number): Promise<PaymentOrder[]> {
  const orders: PaymentOrder[] = []
  for (let nth = 1; nth <= count; nth++)
    orders.push(await makeDraftOrder(stage, `${word}-${nth}`, 10_000 + nth * 100))
  return orders
}

const idsOf = (orders: readonly PaymentOrder[]) => orders.map(({ id }) => id)
const shown = async (orders: readonly PaymentOrder[]) => {
  const found = await PaymentOrder.query().whereIn('id', idsOf(orders)).orderBy('id')
  return found.map(({ id, fingerprint }) => ({ id, fingerprint }))
}

type Trial = { code: string; on: string; when: string }

/** A guard that raises this code while `work` is done, as the guards of the product do: nothing of the code sees it before. */
async function guarded({ code, on, when }: Trial, work: () => Promise<void>): Promise<void> {
  const owner = db.connection('owner')
  await owner.rawQuery(
    `create function trial_guard() returns trigger language plpgsql as $$ begin raise exception 'trial' using errcode = '${code}'; end $$`
  )
  await owner.rawQuery(
    `create trigger trial_guard before ${on} for each row when (${when}) execute function trial_guard()`
  )
  try {
    await work()
  } finally {
    await owner.rawQuery('drop function trial_guard cascade')
  }
}

test.group('Several payments at once', () => {
  test('are approved but for one that a guard of the database refuses, and the answer says which and why', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    const orders = await makeDrafts(stage, 'VAR', 3)
    for (const { id } of orders) await bufferOrder(id, stage.creator.actor)
    const { actor } = approverOf(stage)
    await approveOrders(await shown(orders), { comment: null, actor })
    const [first, bad, last] = orders

    const when = `new.id = ${bad?.id} and new.status = 'approved'`
    await guarded({ code: 'CA065', on: 'update on payment_orders', when }, async () => {
      const outcome = await approveOrders(await shown(orders), {
        comment: null,
        actor: approverOf(stage, 1).actor,
      })

      assert.deepEqual(outcome.numbers, [first?.number, last?.number])
      assert.deepEqual(
        outcome.made.map(({ given, required }) => [given, required]),
        [
          [2, 2],
          [2, 2],
        ]
      )
      assert.lengthOf(outcome.refused, 1)
      assert.match(outcome.refused[0] ?? '', new RegExp(`^${bad?.number}: El beneficiario ha cambiado`))
    })

    assert.deepEqual(await statesOf(idsOf(orders)), ['approved', 'buffered', 'approved'])
    const left = await rows<{ userId: number }>(
      `select user_id from approval_decisions where document_type = 'payment_order' and document_id = :id and revoked_at is null`,
      { id: bad?.id ?? 0 }
    )
    assert.lengthOf(left, 1, 'nothing is left of the approval that was refused')
  })

  test('are approved in one transaction: a bug undoes all of it', async ({ assert }) => {
    const stage = await makePaymentStage()
    const orders = await makeDrafts(stage, 'BUG', 2)
    for (const { id } of orders) await bufferOrder(id, stage.creator.actor)
    const last = orders[1]?.id ?? 0
    const when = `new.document_id = ${last}`
    await guarded({ code: 'XX000', on: 'insert on approval_decisions', when }, () =>
      assert.rejects(
        async () => approveOrders(await shown(orders), { comment: null, actor: approverOf(stage).actor }),
        /trial/
      )
    )

    const left = await rows(
      `select 1 from approval_decisions where document_type = 'payment_order' and document_id = any(:ids::bigint[])`,
      { ids: idsOf(orders) }
    )
    assert.isEmpty(left)
  })

  test('go into the buffer, are paid now, taken out and rejected but for those that cannot', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    const orders = await makeDrafts(stage, 'MEZ', 4)
    const ids = idsOf(orders)
    const [first = 0, second = 0, third = 0, fourth = 0] = ids
    await bufferOrder(first, stage.creator.actor)

    const buffered = await bufferOrders(
      [first, second, third],
      { confirmDuplicate: false, confirmPayee: false },
      stage.creator.actor
    )
    assert.equal(buffered.done, 2)
    assert.lengthOf(buffered.refused, 1)
    assert.include(buffered.refused[0] ?? '', orders[0]?.number ?? '–')

    const now = await payOrdersNow([third, fourth], {
      reason: 'Lo espera el proveedor',
      actor: stage.person.actor,
    })
    assert.deepEqual(now.numbers, [orders[3]?.number])
    assert.deepEqual(now.refused, [`El pago ${orders[2]?.number} ya no es un borrador.`])

    const out = await takeOutOrders([first, second], 'Se paga otro día', stage.person.actor)
    assert.equal(out.done, 2)
    const rejected = await rejectOrders([first, third], 'No procede todavía', approverOf(stage).actor)
    assert.deepEqual(rejected.numbers, [orders[2]?.number])
    assert.deepEqual(await statesOf(ids), ['draft', 'draft', 'draft', 'buffered'])
  })
})
