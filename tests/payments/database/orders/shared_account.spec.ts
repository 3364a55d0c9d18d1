import { test } from '@japa/runner'
import { addBank } from '#app/employees/actions/add_bank'
import { inTransaction } from '#app/kernel/database/sql'
import { checkOrder } from '#app/payments/orders/checks/check_order'
import PaymentOrder from '#app/payments/orders/payment_order'
import { makeDraftOrder, makePaymentStage } from '#tests/factories/payments'
import { makeEmployee } from '#tests/factories/staff'

test.group('An account of two payees', () => {
  test('is told at a payment, also where one is a supplier and the other an employee', async ({ assert }) => {
    const stage = await makePaymentStage()
    const order = await PaymentOrder.findOrFail((await makeDraftOrder(stage, 'DOS-1')).id)
    const warnings = async () =>
      (await inTransaction((trx) => checkOrder(order, 'buffer', stage.creator.id, trx))).checks
        .filter(({ code }) => code === 'shared')
        .map(({ message }) => message)
    const before = await warnings()
    const employee = await makeEmployee(stage.siteId, stage.person)
    await addBank(
      {
        employeeId: employee.id,
        iban: stage.provider.iban,
        bic: null,
        holderName: 'Lucía Romero Gil',
        isConfirmed: true,
      },
      stage.person.actor
    )

    assert.deepEqual(before, [])
    assert.deepEqual(await warnings(), ['La cuenta bancaria también es de otro beneficiario.'])
  })
})
