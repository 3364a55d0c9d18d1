import { test } from '@japa/runner'
import User from '#app/identity/models/user'
import { execute } from '#app/kernel/database/sql'
import { bufferOrder } from '#app/payments/approvals/decide_order'
import { waitingForApproval } from '#app/reports/queries/waiting_for_approval'
import { makeExpenseStage, makeReviewed } from '#tests/factories/expenses'
import { approverOf, makeDraftOrder, makePaymentStage, type PaymentStage } from '#tests/factories/payments'

/** The hours that a company gives for deciding on a kind of document, from an amount on. */
const giveHours = (siteId: number, kind: string, fromMinor: number, hours: number | null) =>
  execute(
    `insert into approval_policies (site_id, kind, from_minor, required, aggregate_days, sla_hours) values (:siteId, :kind, :fromMinor, 2, 7, :hours)`,
    { siteId, kind, fromMinor, hours }
  )

async function bufferedAgo(stage: PaymentStage, number: string, totalMinor: number, hours: number) {
  const { id } = await makeDraftOrder(stage, number, totalMinor)
  await bufferOrder(id, stage.creator.actor)
  await execute(
    `update payment_orders set buffered_at = now() - make_interval(hours => :hours) where id = :id`,
    { id, hours }
  )
  return id
}

test.group('What waits for longer than its policy allows', () => {
  test('it comes first and says by how many hours; the step of its amount says how many it has', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    await giveHours(stage.siteId, 'payment_supplier', 0, 24)
    await giveHours(stage.siteId, 'payment_supplier', 50_000, null)
    const large = await bufferedAgo(stage, 'PLZ-1', 60_000, 200)
    const inTime = await bufferedAgo(stage, 'PLZ-2', 12_100, 23)
    const late = await bufferedAgo(stage, 'PLZ-3', 12_200, 30)
    const approver = await User.findOrFail(approverOf(stage).id)

    const waiting = await waitingForApproval(approver, [stage.siteId], { itemsMax: 1000 })

    assert.deepEqual(
      waiting.filter(({ kind }) => kind === 'payment').map(({ id, lateHours }) => [id, lateHours]),
      [
        [late, 6],
        [large, null],
        [inTime, null],
      ]
    )
  })

  test('the hours of an expense note count from its review, not from when it came in', async ({ assert }) => {
    const stage = await makeExpenseStage()
    await giveHours(stage.siteId, 'expense_note', 0, 1)
    const noteId = await makeReviewed(stage)
    await execute(`update expense_notes set received_at = now() - interval '10 days' where id = :noteId`, {
      noteId,
    })
    const approver = await User.findOrFail(stage.approvers[0].id)
    // Who verifies accounts has those of every supplier before it.
    approver.role = 'c0ntab1l1dad'

    const waiting = await waitingForApproval(approver, [stage.siteId], { itemsMax: 1000 })

    const found = waiting.filter(({ kind }) => kind === 'expense_note')
    assert.deepEqual(
      found.map(({ id, lateHours }) => [id, lateHours]),
      [[noteId, null]]
    )
  })
})
