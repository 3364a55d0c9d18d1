import { test } from '@japa/runner'
import { disableBank, rejectBank } from '#app/employees/actions/employee_banks'
import { findFile, readFileBytes } from '#app/files/store_file'
import User from '#app/identity/models/user'
import { oneRow, rows } from '#app/kernel/database/sql'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { markBatchSent, noteDownload } from '#app/payments/batches/send_batch'
import { takeOutOfBatch } from '#app/payments/batches/take_out_of_batch'
import { readPain001 } from '#app/payments/files/read_pain001'
import { runPage } from '#app/payments/kinds/payroll/run_page'
import PaymentOrder from '#app/payments/orders/payment_order'
import { releaseOrders } from '#app/payments/release/release_orders'
import { makeListed } from '#tests/factories/blacklist'
import {
  makeApprovedRun,
  makePayrollStage,
  ordersOfRun,
  type PayrollEmployee,
  type PayrollStage,
} from '#tests/factories/payroll'

/** A payroll of three in one file, and who of them its account is taken from. */
async function makeReleased() {
  const stage = await makePayrollStage(3)
  const runId = await makeApprovedRun(stage)
  const orders = await ordersOfRun(runId)
  const { batchIds } = await releaseOrders(
    orders.map(({ id }) => id),
    stage.person.actor
  )
  const [bad, ...good] = await PaymentOrder.query()
    .where('batch_id', batchIds[0] ?? 0)
    .orderBy('id')
  const employee = stage.employees.find(({ id }) => id === bad?.creditorId)
  if (!bad || !employee) throw new Error('A payroll of three was released')
  return { stage, runId, batchId: batchIds[0] ?? 0, bad, good, employee }
}

const batchOf = (batchId: number) =>
  oneRow<{ status: string; fileId: number; count: number; totalMinor: number; downloads: number }>(
    `select status, file_id, count, total_minor, downloads from payment_batches where id = :batchId`,
    { batchId }
  )

const salaries = async (orders: readonly PaymentOrder[]) =>
  (
    await rows<{ status: string }>(
      `select status from payroll_payments where id = any(:ids::bigint[]) order by id`,
      { ids: orders.map(({ sourceId }) => sourceId) }
    )
  ).map(({ status }) => status)

/** What becomes of the account of an employee after the file was made. */
const BLOCKS: Record<string, (stage: PayrollStage, employee: PayrollEmployee) => Promise<unknown>> = {
  'was listed': (stage, { iban }) => makeListed(stage.person, { value: iban }),
  'was retired': (stage, { id, bankId }) => disableBank({ employeeId: id, bankId }, stage.approvers[0].actor),
  'was rejected': (stage, { id, bankId }) =>
    rejectBank({ employeeId: id, bankId }, 'No la reconoce', stage.approvers[0].actor),
}

test.group('The file of a payroll with a salary that may not leave', () => {
  for (const [what, block] of Object.entries(BLOCKS))
    test(`is frozen when an account ${what}, and leaves without that salary`, async ({ assert }) => {
      const { stage, runId, batchId, bad, good, employee } = await makeReleased()
      const actor = stage.person.actor

      await block(stage, employee)
      await assert.rejects(() => noteDownload(batchId, actor), /cuenta|lista negra/)
      await assert.rejects(() => markBatchSent(batchId, actor), /cuenta|lista negra/)
      assert.deepInclude(await batchOf(batchId), { status: 'ready', count: 3, downloads: 0 })

      await takeOutOfBatch({ batchId, orderIds: [bad.id], reason: 'Cuenta que ya no vale', actor })

      const sum = good.reduce((total, { amountMinor }) => total + amountMinor, 0)
      const batch = await batchOf(batchId)
      assert.deepInclude(batch, { status: 'ready', count: 2, totalMinor: sum })
      const file = await findFile(batch.fileId)
      const read = readPain001(file ? Buffer.from(await readFileBytes(file)).toString('utf8') : '')
      assert.deepEqual([read.count, read.totalMinor], [2, sum])
      assert.notInclude(JSON.stringify(read), employee.iban)
      assert.equal((await PaymentOrder.findOrFail(bad.id)).status, 'cancelled')
      assert.deepEqual(await salaries([bad]), ['pending'])
      const { run } = await runPage(runId, await User.findOrFail(stage.approvers[0].id))
      assert.deepInclude(run, { employees: 2, total: { minor: sum, currency: 'EUR' }, waiting: 0 })
      assert.equal(run.progress, 'Sus pagos: 2 en una remesa sin enviar.')

      await noteDownload(batchId, actor)
      await markBatchSent(batchId, actor)
      for (const { id } of good) assert.equal((await PaymentOrder.findOrFail(id)).subStatus, 'processing')
      assert.deepEqual(
        (await checkInvariants()).filter(({ violations }) => violations > 0),
        []
      )
    })
})
