import { test } from '@japa/runner'
import { inTransaction, oneRow, rows } from '#app/kernel/database/sql'
import { listOf } from '#app/kernel/lists/listing'
import { checkDerived } from '#app/ledger/queries/check_invariants'
import { payrollMonthsList } from '#app/payments/kinds/payroll/list_payroll_months'
import { cancelPayroll } from '#app/payroll/actions/cancel_payroll'
import { createPayroll } from '#app/payroll/actions/create_payroll'
import { foldPayrollMonths } from '#app/payroll/actions/fold_months'
import {
  draftFor,
  makeApprovedRun,
  makePayroll,
  makePayrollStage,
  makeRun,
  type PayrollStage,
} from '#tests/factories/payroll'

const REASON = 'Ya no se paga'

/** What the list says of the months of a company, and what its salaries say. */
async function bothOf({ siteId }: PayrollStage) {
  const page = await listOf(
    payrollMonthsList,
    { page: 1, perPage: 100, sort: 'period', direction: 'asc', cursor: null, exactCount: false },
    { where: ['m.site_id = :siteId'], bindings: { siteId } }
  )
  const listed = page.rows.map((row) => ({
    period: row.period,
    employees: row.employees,
    total: row.total.minor,
    pending: row.pending.minor,
    ordered: row.ordered.minor,
    paid: row.paid.minor,
  }))
  const salaries = await rows(
    `select period, count(distinct employee_id)::int as employees, sum(net_minor)::bigint as total, coalesce(sum(net_minor) filter (where status = 'pending'), 0)::bigint as pending,
        coalesce(sum(net_minor) filter (where status = 'ordered'), 0)::bigint as ordered, coalesce(sum(net_minor) filter (where status = 'paid'), 0)::bigint as paid
       from payroll_payments where site_id = :siteId and status <> 'cancelled' group by 1 order by 1`,
    { siteId }
  )
  return { listed, salaries, total: page.totals?.total?.[0]?.minor }
}

const keptRows = async ({ siteId }: PayrollStage) =>
  (
    await oneRow<{ n: number }>(
      `select count(*)::int as n from payroll_month_totals where site_id = :siteId`,
      {
        siteId,
      }
    )
  ).n

const assertKept = async (assert: { deepEqual: (a: unknown, b: unknown) => void }) =>
  assert.deepEqual(
    (await checkDerived()).filter(
      ({ invariant, violations }) => invariant === 'payroll_months_equal_salaries' && violations > 0
    ),
    []
  )

test.group('The months of salaries', () => {
  test('say what their salaries come to in each state, however these change', async ({ assert }) => {
    const stage = await makePayrollStage(4)
    const [first, second] = stage.employees
    const compare = async (wanted: { months: number; pending: number; ordered: number }) => {
      const { listed, salaries, total } = await bothOf(stage)
      assert.deepEqual(listed, salaries as typeof listed)
      assert.equal(listed.length, wanted.months)
      assert.equal(
        listed.reduce((sum, { pending }) => sum + pending, 0),
        wanted.pending
      )
      assert.equal(
        listed.reduce((sum, { ordered }) => sum + ordered, 0),
        wanted.ordered
      )
      assert.equal(
        total ?? 0,
        listed.reduce((sum, month) => sum + month.total, 0)
      )
    }
    if (!first || !second) throw new Error('The stage has no employees')

    await compare({ months: 0, pending: 0, ordered: 0 })
    const ids = await makePayroll(stage)
    await compare({ months: 1, pending: 600_006, ordered: 0 })
    await createPayroll(
      [
        draftFor(stage, first, { concept: 'extra', netMinor: 70_000 }),
        draftFor(stage, first, { period: '2026-12', netMinor: 150_000 }),
        draftFor(stage, second, { period: '2026-12', netMinor: 30_000 }),
      ],
      { actor: stage.person.actor }
    )
    await compare({ months: 2, pending: 850_006, ordered: 0 })
    await makeRun(stage, ids.slice(0, 2))
    await compare({ months: 2, pending: 550_005, ordered: 300_001 })
    await cancelPayroll({ payrollIds: ids.slice(2), reason: REASON, actor: stage.person.actor })
    await compare({ months: 2, pending: 250_000, ordered: 300_001 })

    assert.isAbove(await keptRows(stage), 2)
    await foldPayrollMonths()
    assert.equal(await keptRows(stage), 2)
    await compare({ months: 2, pending: 250_000, ordered: 300_001 })
    await assertKept(assert)
  })

  test('are gone when everything in them was cancelled', async ({ assert }) => {
    const stage = await makePayrollStage(2)
    const ids = await makePayroll(stage)
    await cancelPayroll({ payrollIds: ids, reason: REASON, actor: stage.person.actor })
    assert.deepEqual((await bothOf(stage)).listed, [])
    await foldPayrollMonths()
    assert.equal(await keptRows(stage), 0)
    await assertKept(assert)
  })

  test('what was taken back counts for nothing', async ({ assert }) => {
    const stage = await makePayrollStage(2)
    await makePayroll(stage)
    const before = await bothOf(stage)
    await assert.rejects(() =>
      inTransaction(async (trx) => {
        await createPayroll(
          stage.employees.map((employee) => draftFor(stage, employee, { concept: 'arrears' })),
          { actor: stage.person.actor },
          trx
        )
        throw new Error('taken back')
      })
    )
    assert.deepEqual(await bothOf(stage), before)
    await assertKept(assert)
  })

  test('folding while salaries change and others fold loses and doubles nothing', async ({ assert }) => {
    const stage = await makePayrollStage(6)
    const ids = await makePayroll(stage)
    await Promise.all([
      ...ids
        .slice(0, 3)
        .map((id) => cancelPayroll({ payrollIds: [id], reason: REASON, actor: stage.person.actor })),
      foldPayrollMonths(),
      makeApprovedRun(stage, ids.slice(3)),
      foldPayrollMonths(),
      foldPayrollMonths(),
    ])
    const { listed, salaries } = await bothOf(stage)
    assert.deepEqual(listed, salaries as typeof listed)
    assert.equal(listed[0]?.ordered, 450_012)
    await assertKept(assert)
  })
})
