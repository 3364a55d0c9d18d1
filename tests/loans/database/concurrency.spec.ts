import { test } from '@japa/runner'
import { rows } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { activateLoan } from '#app/loans/actions/activate_loan'
import { closeMonths } from '#app/loans/actions/close_months'
import { askPayment } from '#app/loans/payments/ask_payment'
import { askWithdrawal } from '#app/loans/payments/ask_withdrawal'
import { readLoan } from '#app/loans/terms/loan'
import { assertSound, installmentsOf } from '#tests/factories/loan_books'
import { activate, makeLoanStage, makeReadyLoan, makeRunningLoan } from '#tests/factories/loans'

const settled = <T>(work: Promise<T>[]) =>
  Promise.allSettled(work).then((done) => done.filter(({ status }) => status === 'fulfilled').length)

test.group('Loans with several people at once', () => {
  test('is activated once, and paid out once', async ({ assert }) => {
    const stage = await makeLoanStage()
    const id = await makeReadyLoan(stage)
    const { fingerprint } = await readLoan(id)
    await settled(
      stage.approvers.map(({ actor }) =>
        activateLoan({ loanId: id, shownFingerprint: fingerprint, comment: null, actor })
      )
    )
    const orders = await rows(
      `select o.id from payment_orders o join loan_payments p on o.source_type = 'loan_payment' and o.source_id = p.id where p.loan_id = :id`,
      { id }
    )
    assert.equal((await readLoan(id)).status, 'active')
    assert.lengthOf(orders, 1)
  })

  test('an instalment is ordered once', async ({ assert }) => {
    const stage = await makeLoanStage()
    const id = await makeRunningLoan(stage)
    const all = (await installmentsOf(id)).reduce((total, { totalMinor }) => total + totalMinor, 0)
    const pay = () =>
      askPayment(
        id,
        { split: { amountMinor: all }, payOn: calendarDate('2026-02-15'), accountId: null, paid: null },
        stage.creator.actor
      )
    assert.equal(await settled([pay(), pay(), pay()]), 1)
  })

  test('a limit is not drawn twice', async ({ assert }) => {
    const stage = await makeLoanStage()
    const id = await makeReadyLoan(stage, {
      kind: 'credit_line',
      maturityOn: calendarDate('2027-12-31'),
      principalMinor: 300_000,
    })
    await activate(stage, id)
    const draw = () =>
      askWithdrawal(
        id,
        { amountMinor: 200_000, valueOn: calendarDate('2026-02-01'), accountId: null },
        stage.creator.actor
      )
    assert.equal(await settled([draw(), draw(), draw()]), 1)
  })

  test('a month is accrued once', async ({ assert }) => {
    const stage = await makeLoanStage()
    const id = await makeRunningLoan(stage)
    const day = calendarDate('2026-04-01')
    await Promise.all([closeMonths(day), closeMonths(day)])
    const accruals = await rows(`select id from loan_accruals where loan_id = :id`, { id })
    assert.lengthOf(accruals, 3)
    await assertSound(assert)
  })
})
