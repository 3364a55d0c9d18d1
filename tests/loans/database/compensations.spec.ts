import { test } from '@japa/runner'
import { rows } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { readCompensation } from '#app/loans/compensations/compensation'
import {
  approveCompensation,
  discardCompensation,
  reverseCompensation,
} from '#app/loans/compensations/decide_compensation'
import {
  previewCompensation,
  proposeCompensation,
  type WantedCompensation,
} from '#app/loans/compensations/propose_compensation'
import { askPayment } from '#app/loans/payments/ask_payment'
import { assertSound, bookBalance, owedOf } from '#tests/factories/loan_books'
import {
  type LoanCompany,
  type LoanStage,
  makeLoanStage,
  makeRunningLoans,
  payOrder,
  payOrders,
} from '#tests/factories/loans'

const CUT_OFF = calendarDate('2026-01-31')

const wantedOf = (companies: LoanCompany[], over: Partial<WantedCompensation> = {}): WantedCompensation => ({
  cutOffOn: CUT_OFF,
  siteIds: companies.map(({ siteId }) => siteId),
  currency: 'EUR',
  includesInterest: true,
  mode: 'multilateral',
  residual: 'current',
  ...over,
})

async function propose(stage: LoanStage, wanted: WantedCompensation): Promise<number> {
  const { fingerprint } = await previewCompensation(wanted)
  const { id } = await proposeCompensation({ ...wanted, shownFingerprint: fingerprint }, stage.creator.actor)
  return id
}

async function approve({ approvers }: LoanStage, id: number): Promise<void> {
  for (const { actor } of approvers) {
    const { status, fingerprint } = await readCompensation(id)
    if (status === 'proposed')
      await approveCompensation({ id, shownFingerprint: fingerprint, comment: null, actor })
  }
}

/** A lends to B, B to A, B to C and C to A: the example of the area. */
async function makeCircle(): Promise<
  LoanStage & { loans: number[]; all: [LoanCompany, LoanCompany, LoanCompany] }
> {
  const stage = await makeLoanStage(3)
  const [a, b, c] = stage.companies
  if (!a || !b || !c) throw new Error('Three companies')
  const loans = await makeRunningLoans(
    stage,
    [
      { lender: a, borrower: b, principalMinor: 120_000 },
      { lender: b, borrower: a, principalMinor: 45_500 },
      { lender: b, borrower: c, principalMinor: 80_000 },
      { lender: c, borrower: a, principalMinor: 30_000 },
    ].map((wanted) => ({ ...wanted, rate: '0' }))
  )
  return { ...stage, loans, all: [a, b, c] }
}

const currentOf = (of: LoanCompany) => bookBalance(of.siteId, '5523')

test.group('Netting of loans', () => {
  test('all together, every debt goes and the positions stay on the current accounts', async ({ assert }) => {
    const stage = await makeCircle()
    const [a, b, c] = stage.all
    const id = await propose(stage, wantedOf(stage.companies))
    await approve(stage, id)
    assert.equal((await readCompensation(id)).status, 'posted')
    for (const loan of stage.loans) assert.equal(await owedOf(loan), 0)
    assert.deepEqual([await currentOf(a), await currentOf(b), await currentOf(c)], [44_500, 5_500, -50_000])
    await assertSound(assert)

    await reverseCompensation(id, 'Se acordó otra cosa', stage.creator.actor)
    const owed = await Promise.all(stage.loans.map(owedOf))
    assert.deepEqual(owed, [120_000, 45_500, 80_000, 30_000])
    assert.deepEqual([await currentOf(a), await currentOf(b), await currentOf(c)], [0, 0, 0])
    await assertSound(assert)
  })

  test('of a pair, what both owe goes and the rest stays in its loan', async ({ assert }) => {
    const stage = await makeCircle()
    const [a, b] = stage.all
    const id = await propose(stage, wantedOf([a, b], { mode: 'bilateral' }))
    await approve(stage, id)
    assert.deepEqual(await Promise.all(stage.loans.map(owedOf)), [120_000 - 45_500, 0, 80_000, 30_000])
    assert.equal(await currentOf(a), 0)
    await assertSound(assert)
  })

  test('is not posted once a balance is another', async ({ assert }) => {
    const stage = await makeCircle()
    const id = await propose(stage, wantedOf(stage.companies))
    const { orderNumber } = await askPayment(
      stage.loans[0] ?? 0,
      { split: { amountMinor: 10_000 }, payOn: CUT_OFF, accountId: null, paid: null },
      stage.creator.actor
    )
    await payOrder(stage, orderNumber ?? '', CUT_OFF)
    await assert.rejects(() => approve(stage, id), 'Los saldos han cambiado. Recalcule la propuesta.')
    await discardCompensation(id, 'Ha cambiado', stage.creator.actor)
    assert.equal((await readCompensation(id)).status, 'cancelled')
  })

  test('paid out, orders what is left', async ({ assert }) => {
    const stage = await makeCircle()
    const id = await propose(stage, wantedOf(stage.companies, { residual: 'pay' }))
    await approve(stage, id)
    const orders = await rows<{ number: string }>(
      `select o.number from payment_orders o join loan_payments p on o.source_type = 'loan_payment' and o.source_id = p.id
        where p.loan_compensation_id = :id order by o.id`,
      { id }
    )
    assert.lengthOf(orders, 2)
    await assert.rejects(() => reverseCompensation(id, 'No procede', stage.creator.actor))
    await payOrders(
      stage,
      orders.map(({ number }) => number),
      CUT_OFF
    )
    for (const company of stage.all) assert.equal(await currentOf(company), 0)
    await assertSound(assert)
  })

  test('two approvals at once post it once', async ({ assert }) => {
    const stage = await makeCircle()
    const id = await propose(stage, wantedOf(stage.companies))
    const { fingerprint } = await readCompensation(id)
    await Promise.allSettled(
      stage.approvers.map(({ actor }) =>
        approveCompensation({ id, shownFingerprint: fingerprint, comment: null, actor })
      )
    )
    assert.equal((await readCompensation(id)).status, 'posted')
    const movements = await rows<{ n: number }>(
      `select count(*)::int as n from loan_movements where loan_compensation_id = :id`,
      { id }
    )
    assert.equal(movements[0]?.n, 4)
    await assertSound(assert)
  })
})
