import { test } from '@japa/runner'
import { rows } from '#app/kernel/database/sql'
import { approveOrder, bufferOrder } from '#app/payments/approvals/decide_order'
import { approveRun, runFingerprint } from '#app/payments/kinds/payroll/decide_run'
import PaymentOrder from '#app/payments/orders/payment_order'
import { makeListed } from '#tests/factories/blacklist'
import { approverOf, makeDraftOrder, makePaymentStage } from '#tests/factories/payments'
import { makePayrollStage, makeRun, ordersOfRun } from '#tests/factories/payroll'

const hitsOf = async (entryId: number) =>
  (
    await rows<{ point: string; outcome: string }>(
      `select point, outcome from iban_blacklist_hits where entry_id = :entryId order by id`,
      { entryId }
    )
  ).map(({ point, outcome }) => `${point} ${outcome}`)

test.group('A payment to an account that the list warns of', () => {
  test('needs one more approval, each with a comment, and is noted as let through', async ({ assert }) => {
    const stage = await makePaymentStage()
    const { id: entryId } = await makeListed(stage.person, { value: stage.provider.iban, severity: 'warn' })
    const order = await makeDraftOrder(stage, 'LN-2')
    await bufferOrder(order.id, stage.creator.actor)
    const { fingerprint, reinforcedReasons, requiredApprovals } = await PaymentOrder.findOrFail(order.id)
    assert.include(reinforcedReasons, 'Lista negra (aviso)')
    const approve = (index: number, comment: string | null) =>
      approveOrder({
        orderId: order.id,
        shownFingerprint: fingerprint,
        comment,
        actor: approverOf(stage, index).actor,
      })
    await assert.rejects(() => approve(0, null), /Indique por qué lo aprueba/)
    await assert.rejects(() => approve(0, ' no '), /Indique por qué lo aprueba/)
    for (let index = 0; index < (requiredApprovals ?? 0); index++)
      await approve(index, 'Confirmada por teléfono con su gerente')

    assert.equal((await PaymentOrder.findOrFail(order.id)).status, 'approved')
    const hits = await hitsOf(entryId)
    assert.lengthOf(
      hits.filter((hit) => hit === 'payment_order.approve released'),
      1
    )
    assert.equal(hits.at(-1), 'payment_order.approve released')
  })

  test('is asked for in a run of salaries as well', async ({ assert }) => {
    const stage = await makePayrollStage(2)
    const { id: entryId } = await makeListed(stage.person, {
      value: stage.employees[0]?.iban ?? '',
      severity: 'warn',
    })
    const runId = await makeRun(stage)
    const waiting = await PaymentOrder.query().where('run_id', runId).orderBy('id')
    const approve = (index: 0 | 1 | 2, comment: string | null) =>
      approveRun({
        runId,
        shownFingerprint: runFingerprint(waiting),
        comment,
        actor: stage.approvers[index].actor,
      })
    await assert.rejects(() => approve(0, null), /Indique por qué lo aprueba/)
    for (const index of [0, 1, 2] as const) {
      const { given, required } = await approve(index, 'Llamamos al empleado')
      if (given >= required) break
    }
    assert.deepEqual([...new Set((await ordersOfRun(runId)).map(({ status }) => status))], ['approved'])
    assert.lengthOf(
      (await hitsOf(entryId)).filter((hit) => hit.endsWith('released')),
      1
    )
  })
})
