import { test } from '@japa/runner'
import { rows } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { settlePeriods } from '#app/loans/actions/settle_periods'
import { askPayment } from '#app/loans/payments/ask_payment'
import { askWithdrawal } from '#app/loans/payments/ask_withdrawal'
import { assertSound, bookBalance, installmentsOf, owedOf } from '#tests/factories/loan_books'
import { activate, type LoanStage, makeLoanStage, makeReadyLoan, payOrder } from '#tests/factories/loans'

const MATURITY = calendarDate('2027-12-31')

async function draw(stage: LoanStage, id: number, amountMinor: number, on: string): Promise<void> {
  const { orderNumber } = await askWithdrawal(
    id,
    { amountMinor, valueOn: calendarDate(on), accountId: null },
    stage.creator.actor
  )
  await payOrder(stage, orderNumber ?? '', calendarDate(on))
}

test.group('Balances between two companies', () => {
  test('a current account has the interest of the worked check of the area', async ({ assert }) => {
    const stage = await makeLoanStage()
    const id = await makeReadyLoan(stage, { kind: 'current_account', periodicity: 'half_yearly' })
    await activate(stage, id)
    // A hundredth of it: 500,00 from 15-01, 200,00 more from 01-03, 100,00 less from 20-05, settled on 30-06.
    await draw(stage, id, 50_000, '2026-01-15')
    await draw(stage, id, 20_000, '2026-03-01')
    const { orderNumber } = await askPayment(
      id,
      { split: { amountMinor: 10_000 }, payOn: calendarDate('2026-05-20'), accountId: null, paid: null },
      stage.creator.actor
    )
    await payOrder(stage, orderNumber ?? '', calendarDate('2026-05-20'))
    assert.equal(await owedOf(id), 60_000)
    assert.equal(await bookBalance(stage.lender.siteId, '5523'), 60_000)
    const done = await settlePeriods(calendarDate('2026-07-20'))
    assert.deepEqual(done.problems, [])
    const [first] = await installmentsOf(id)
    assert.isAbove(first?.interestMinor ?? 0, 0)
    assert.equal((await settlePeriods(calendarDate('2026-07-20'))).settled, 0)
    await assertSound(assert)
  })

  test('a credit line is drawn up to its limit', async ({ assert }) => {
    const stage = await makeLoanStage()
    const id = await makeReadyLoan(stage, {
      kind: 'credit_line',
      principalMinor: 300_000,
      maturityOn: MATURITY,
    })
    await activate(stage, id)
    await draw(stage, id, 200_000, '2026-02-01')
    await assert.rejects(
      () => draw(stage, id, 100_001, '2026-03-01'),
      /^El importe supera el límite disponible \(1\.000,00/
    )
    await draw(stage, id, 100_000, '2026-03-01')
    assert.equal(await owedOf(id), 300_000)
    await assertSound(assert)
  })

  test('interest that is capitalised joins what is owed', async ({ assert }) => {
    const stage = await makeLoanStage()
    const id = await makeReadyLoan(stage, {
      kind: 'credit_line',
      principalMinor: 300_000,
      maturityOn: MATURITY,
      capitalise: true,
    })
    await activate(stage, id)
    await draw(stage, id, 200_000, '2026-02-01')
    await settlePeriods(calendarDate('2026-05-01'))
    const capitalised = await rows<{ principalMinor: number; interestMinor: number }>(
      `select principal_minor, interest_minor from loan_movements where loan_id = :id and type = 'capitalisation'`,
      { id }
    )
    assert.isNotEmpty(capitalised)
    for (const { principalMinor, interestMinor } of capitalised) assert.equal(principalMinor, -interestMinor)
    assert.isAbove(await owedOf(id), 200_000)
    await assertSound(assert)
  })
})
