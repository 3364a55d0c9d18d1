import { test } from '@japa/runner'
import { oneRow, rows } from '#app/kernel/database/sql'
import { orderExpense } from '#app/payments/kinds/expense_note/order_expense'
import { orderLegalCost } from '#app/payments/kinds/legal_procedure/order_legal_cost'
import { createOrder } from '#app/payments/kinds/supplier/create_orders'
import { orderIntoBuffer, orderNow } from '#app/payments/orders/order_into_buffer'
import { type ApiStage, makeApiStage } from '#tests/factories/api_payments'
import { makeApproved, makeExpenseStage, someLine, statusOf } from '#tests/factories/expenses'
import { costOf, makeLegalStage, makeOpenProcedure, makePayableCost } from '#tests/factories/legal'
import { makeBookedInvoice } from '#tests/factories/sent_payments'

const ordersOf = (sourceType: string, sourceId: number) =>
  rows<{ status: string; vopResult: string | null }>(
    `select status, vop_result from payment_orders where source_type = :sourceType and source_id = :sourceId`,
    { sourceType, sourceId }
  )

async function withBank(work: (stage: ApiStage) => Promise<void>): Promise<void> {
  const stage = await makeApiStage()
  try {
    await work(stage)
  } finally {
    await stage.close()
  }
}

test.group('A payment made and put into the buffer as one act', () => {
  test('a cost that is refused has no payment, and is paid once it is confirmed', async ({ assert }) => {
    const stage = await makeLegalStage()
    const procedureId = await makeOpenProcedure(stage)
    const { actor } = stage.creator
    const [first, second] = [
      await makePayableCost(stage, procedureId, { baseMinor: 77_700 }),
      await makePayableCost(stage, procedureId, { baseMinor: 77_700 }),
    ]
    const buffer = (costId: number, confirmDuplicate: boolean) =>
      orderIntoBuffer((trx) => orderLegalCost(costId, {}, actor, trx), { confirmDuplicate }, actor)

    await buffer(first, false)
    await assert.rejects(() => buffer(second, false), /Minuta \d+: .*Confirme que no es un pago duplicado/i)
    assert.deepEqual(await ordersOf('legal_cost', second), [])
    assert.equal((await costOf(second)).status, 'payable')

    await buffer(second, true)
    assert.deepEqual(
      (await ordersOf('legal_cost', second)).map(({ status }) => status),
      ['buffered']
    )
    await assert.rejects(() => buffer(second, true), /Ya existe un pago en curso/)
  })

  test('a note that is refused stays approved, without a payment', async ({ assert }) => {
    const stage = await makeExpenseStage()
    const lines = [someLine({ totalMinor: 8_888 })]
    const [first, second] = [await makeApproved(stage, { lines }), await makeApproved(stage, { lines })]
    const { actor } = stage.sender
    const buffer = (noteId: number) =>
      orderIntoBuffer((trx) => orderExpense(noteId, {}, actor, trx), {}, actor)

    await buffer(first)
    await assert.rejects(() => buffer(second), /Confirme que no es un pago duplicado/)

    assert.deepEqual(await ordersOf('expense_note', second), [])
    assert.equal(await statusOf(second), 'approved')
  })

  test('a bank that answers is asked whose the account is before anything is made', async ({ assert }) => {
    await withBank(async (stage) => {
      const { id: invoiceId } = await makeBookedInvoice(stage, 'ACTO-1')
      const { actor } = stage.creator
      const buffer = (confirmPayee: boolean) =>
        orderIntoBuffer((trx) => createOrder({ invoiceId }, actor, trx), { confirmPayee }, actor)
      const { name } = await oneRow<{ name: string }>(
        `select coalesce(b.holder_name, p.legal_name) as name from providers p join provider_banks b on b.provider_id = p.id where p.id = :id limit 1`,
        stage.provider
      )
      stage.bank.holders.set(stage.provider.iban, `${name} Sociedad`)

      await assert.rejects(() => buffer(false), /Confirme que es el beneficiario/)
      assert.deepEqual(await ordersOf('invoice', invoiceId), [])

      await buffer(true)
      assert.deepEqual(await ordersOf('invoice', invoiceId), [
        { status: 'buffered', vopResult: 'close_match' },
      ])
    })
  })

  test('what cannot wait tells its approvers where it is', async ({ assert }) => {
    const stage = await makeExpenseStage()
    const noteId = await makeApproved(stage)
    const { actor } = stage.sender

    const { id } = await orderNow(
      (trx) => orderExpense(noteId, {}, actor, trx),
      { reason: 'Sale de viaje esta tarde', confirmDuplicate: true },
      actor
    )

    const mails = await rows<{ body: string }>(
      `select body from outgoing_mails where object_type = 'payment_order' and object_id = :id`,
      { id }
    )
    assert.isAbove(mails.length, 0)
    for (const { body } of mails) assert.include(body, 'Entre en Caudal, Nota de Gastos, Bolsa')
  })
})
