import { test } from '@japa/runner'
import User from '#app/identity/models/user'
import { execute, oneRow } from '#app/kernel/database/sql'
import { overrideRun } from '#app/payments/kinds/payroll/decide_run'
import { runPage } from '#app/payments/kinds/payroll/run_page'
import { releaseOrders } from '#app/payments/release/release_orders'
import { waitingForApproval } from '#app/reports/queries/waiting_for_approval'
import { makeSite } from '#tests/factories/books'
import {
  approveAsShown,
  hire,
  makeApprovedRun,
  makePayrollStage,
  makeRun,
  ordersOfRun,
  type PayrollStage,
} from '#tests/factories/payroll'
import { makeUser, type Person } from '#tests/factories/people'

/** The first employee of the stage is this person. */
const isEmployee = ({ employees }: PayrollStage, { id }: Person) =>
  execute(`update employees set user_id = :id where id = :employeeId`, {
    id,
    employeeId: employees[0]?.id ?? 0,
  })

test.group('Nobody approves what pays them', () => {
  test('a run with one’s own salary: not by its page, nor past it, nor is it shown as waiting', async ({
    assert,
  }) => {
    const stage = await makePayrollStage(2)
    const [own, other] = stage.approvers
    await isEmployee(stage, own)
    const runId = await makeRun(stage)
    const [order] = await ordersOfRun(runId)

    await assert.rejects(() => approveAsShown(runId, own), /le paga a usted/)
    await assert.rejects(
      () =>
        execute(
          `insert into approval_decisions (document_type, document_id, site_id, user_id, decision, fingerprint, amount_minor) values ('payment_order', :id, :siteId, :userId, 'approve', 'x', 1)`,
          { id: order?.id ?? 0, siteId: stage.siteId, userId: own.id }
        ),
      /payroll_own/
    )
    const waits = async (person: Person) =>
      (await waitingForApproval(await User.findOrFail(person.id), [stage.siteId], { itemsMax: 1000 })).some(
        ({ kind, id }) => kind === 'run' && id === runId
      )
    assert.deepEqual([await waits(own), await waits(other)], [false, true])
    await approveAsShown(runId, other)
  })

  test('nor with the salary of one’s other employment', async ({ assert }) => {
    const stage = await makePayrollStage(2)
    const [own] = stage.approvers
    const [elsewhere] = await hire((await makeSite()).siteId, 1, stage.person)
    await execute(
      `update employees set user_id = :userId, tax_id = (select tax_id from employees where id = :employeeId) where id = :elsewhere`,
      { userId: own.id, employeeId: stage.employees[0]?.id ?? 0, elsewhere: elsewhere?.id ?? 0 }
    )
    const runId = await makeRun(stage)

    await assert.rejects(() => approveAsShown(runId, own), /le paga a usted/)
  })

  test('where everybody who may approve is paid by it, the system role does, and answers for it', async ({
    assert,
  }) => {
    const stage = await makePayrollStage(3)
    for (const [index, { id }] of stage.approvers.entries())
      await execute(`update employees set user_id = :id where id = :employeeId`, {
        id,
        employeeId: stage.employees[index]?.id ?? 0,
      })
    const runId = await makeRun(stage)
    const [system, paid] = [await makeUser('s1st3ma'), stage.approvers[0]]
    const reason = 'Los tres aprobadores cobran esta nómina'
    const shown = await runPage(runId, await User.findOrFail(system.id))
    assert.isTrue(shown.run.canOverride)
    const override = (person: Person) =>
      overrideRun({ runId, shownFingerprint: shown.run.fingerprint, reason, actor: person.actor })

    await assert.rejects(() => override(paid), /Solo el rol de sistema/)
    const { given, required } = await override(system)

    assert.equal(given, 1)
    for (let more = given; more < required; more++) await override(await makeUser('s1st3ma'))
    assert.deepEqual([...new Set((await ordersOfRun(runId)).map(({ status }) => status))], ['approved'])
    const { told } = await oneRow<{ told: number }>(
      `select count(*)::int as told from outgoing_mails where object_type = 'payment_run' and object_id = :runId and body like '%' || :reason || '%'`,
      { runId, reason }
    )
    assert.isAbove(told, 0)
  })

  test('an approval of somebody who turns out to be paid by it does not let it leave', async ({ assert }) => {
    const stage = await makePayrollStage(2)
    const runId = await makeApprovedRun(stage)
    const orders = await ordersOfRun(runId)
    await isEmployee(stage, stage.approvers[0])

    const { released, heldBack } = await releaseOrders(
      orders.map(({ id }) => id),
      stage.approvers[1].actor
    )

    assert.isAbove(heldBack.length, 0)
    assert.isBelow(released, orders.length)
  })
})
