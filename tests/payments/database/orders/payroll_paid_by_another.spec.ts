import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/record_event'
import { inTransaction, oneRow } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { markBatchSent } from '#app/payments/batches/send_batch'
import { bufferPayroll } from '#app/payments/kinds/payroll/buffer_payroll'
import PaymentOrder from '#app/payments/orders/payment_order'
import { settleOrder } from '#app/payments/orders/settle_order'
import { releaseOrders } from '#app/payments/release/release_orders'
import { letPayFor } from '#tests/factories/paid_by_another'
import { approveAsShown, makePayroll, makePayrollStage, ordersOfRun } from '#tests/factories/payroll'
import { letApprove, makeUser } from '#tests/factories/people'
import { makeTreasury } from '#tests/factories/sent_payments'

const PAID_ON = calendarDate('2026-11-27')

/** What a company has on its current account with another one, in cents; below zero where it owes. */
const between = async (siteId: number, partnerId: number) =>
  (
    await oneRow<{ minor: number }>(
      `select coalesce(sum(amount_minor), 0)::bigint as minor from group_lines where site_id = :siteId and partner_id = :partnerId`,
      { siteId, partnerId }
    )
  ).minor

test.group('Salaries that another company pays', () => {
  test('are decided as a whole by both companies, and are owed to the one that paid', async ({ assert }) => {
    const stage = await makePayrollStage(2)
    const payer = await makeTreasury()
    await letPayFor(payer.siteId, [stage.siteId])
    const ofPayer = [await makeUser('aprobador'), await makeUser('aprobador')]
    for (const person of ofPayer) await letApprove(payer.siteId, person, ['payment_payroll'], null)
    const payrollIds = await makePayroll(stage)
    const { runId } = await bufferPayroll(
      { payrollIds, debtorAccountId: payer.accountId },
      stage.person.actor
    )

    let last = { given: 0, required: 0 }
    const needed = await PaymentOrder.query().where('run_id', runId).firstOrFail()
    for (const person of stage.approvers.slice(0, needed.requiredApprovals ?? 1))
      last = await approveAsShown(runId, person)
    const ofDebtorAlone = { ...last, states: (await ordersOfRun(runId)).map(({ status }) => status) }
    for (const person of ofPayer.slice(0, needed.payerRequiredApprovals ?? 1))
      last = await approveAsShown(runId, person)
    const orderIds = (await ordersOfRun(runId)).map(({ id }) => id)
    const { batchIds } = await releaseOrders(orderIds, stage.approvers[0].actor)
    await markBatchSent(batchIds[0] ?? 0, payer.person.actor, PAID_ON)
    for (const orderId of orderIds)
      await inTransaction((trx) =>
        settleOrder({ orderId, settledOn: PAID_ON, bankAccountId: payer.accountId, actor: SYSTEM }, trx)
      )

    assert.isBelow(ofDebtorAlone.given, ofDebtorAlone.required)
    assert.deepEqual(ofDebtorAlone.states, ['buffered', 'buffered'])
    assert.equal(last.given, last.required)
    assert.lengthOf(batchIds, 1)
    assert.equal(await between(payer.siteId, stage.siteId), 300_001)
    assert.equal(await between(stage.siteId, payer.siteId), -300_001)
    assert.deepEqual(
      (await ordersOfRun(runId)).map(({ status }) => status),
      ['paid', 'paid']
    )
    assert.deepEqual(
      (await checkInvariants()).filter(({ violations }) => violations > 0),
      []
    )
  })
})
