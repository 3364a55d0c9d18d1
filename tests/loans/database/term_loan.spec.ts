import { test } from '@japa/runner'
import { oneRow, rows } from '#app/kernel/database/sql'
import { addMonths, calendarDate, startOfMonth, today } from '#app/kernel/time/calendar_date'
import { activateLoan } from '#app/loans/actions/activate_loan'
import { cancelLoan } from '#app/loans/actions/cancel_loan'
import { closeMonths } from '#app/loans/actions/close_months'
import { createLoan } from '#app/loans/actions/create_loan'
import { followDays } from '#app/loans/actions/follow_days'
import { reviseRate } from '#app/loans/actions/revise_rate'
import { askEarlyPayment } from '#app/loans/payments/ask_early_payment'
import { askPayment } from '#app/loans/payments/ask_payment'
import { askWithdrawal } from '#app/loans/payments/ask_withdrawal'
import { readLoan } from '#app/loans/terms/loan'
import { approveOrder, bufferOrder } from '#app/payments/approvals/decide_order'
import { returnOrder } from '#app/payments/orders/fail_order'
import PaymentOrder from '#app/payments/orders/payment_order'
import {
  assertSound,
  bookBalance,
  installmentsOf,
  type KeptInstallment,
  owedOf,
} from '#tests/factories/loan_books'
import {
  activate,
  FRENCH,
  makeLoanStage,
  makeReadyLoan,
  makeRunningLoan,
  payOrder,
} from '#tests/factories/loans'
import type { Person } from '#tests/factories/people'

const pay = (amountMinor: number, payOn = '2026-02-15') => ({
  split: { amountMinor },
  payOn: calendarDate(payOn),
  accountId: null,
  paid: null,
})

/** Exactly an instalment: money alone would go to all interest that is overdue first. */
const payInFull = ({ principalMinor, interestMinor }: KeptInstallment) => ({
  ...pay(0),
  split: { principalMinor, interestMinor, feeMinor: 0 },
})

async function firstOf(loanId: number): Promise<KeptInstallment> {
  const [first] = await installmentsOf(loanId)
  if (!first) throw new Error(`Loan ${loanId} has no instalments`)
  return first
}

test.group('A term loan between two companies', () => {
  test('is lent to another company than the one that lends', async ({ assert }) => {
    const { lender, creator } = await makeLoanStage()
    const same = createLoan(
      {
        lender: { siteId: lender.siteId },
        borrowerSiteId: lender.siteId,
        kind: 'term',
        currency: 'EUR',
        principalMinor: 100_000,
        startOn: calendarDate('2026-01-15'),
      },
      creator.actor
    )
    await assert.rejects(() => same, 'Prestamista y prestatario deben ser distintos.')
  })

  test('is approved in both companies by others than who prepared it, and then paid out by an order', async ({
    assert,
  }) => {
    const stage = await makeLoanStage()
    const id = await makeReadyLoan(stage)
    const { fingerprint } = await readLoan(id)
    await assert.rejects(() =>
      activateLoan({ loanId: id, shownFingerprint: fingerprint, comment: null, actor: stage.creator.actor })
    )
    const number = await activate(stage, id)
    assert.match(number ?? '', /^OP-/)
    const { status } = await readLoan(id)
    const decisions = await rows<{ siteId: number }>(
      `select site_id from approval_decisions where document_type = 'loan' and document_id = :id and revoked_at is null`,
      { id }
    )
    assert.equal(status, 'active')
    assert.includeMembers(
      decisions.map(({ siteId }) => siteId),
      [stage.lender.siteId, stage.borrower.siteId]
    )
    // Nothing is owed before the money moves.
    assert.equal(await owedOf(id), 0)
    await payOrder(stage, number ?? '', FRENCH.startOn)
    assert.equal(await owedOf(id), 600_000)
    assert.equal(await bookBalance(stage.lender.siteId, '5323'), 600_000)
    assert.equal(await bookBalance(stage.borrower.siteId, '5133'), -600_000)
    assert.equal(await bookBalance(stage.lender.siteId, '5551'), 0)
    await assertSound(assert)
  })

  test('is paid out in the name of who wrote it, who approves neither; whose approval was the last may', async ({
    assert,
  }) => {
    const stage = await makeLoanStage()
    const [first, second, author] = stage.approvers
    if (!first || !second || !author) throw new Error('Three approve')
    const number = await activate(
      { ...stage, approvers: [first, second] },
      // Of this amount one approves, and one more for the first payment to an account.
      await makeReadyLoan({ ...stage, creator: author }, { principalMinor: 400_000 })
    )
    const { id } = await oneRow<{ id: number }>(`select id from payment_orders where number = :number`, {
      number,
    })
    await bufferOrder(id, stage.creator.actor)
    const { createdBy, fingerprint } = await PaymentOrder.findOrFail(id)
    assert.equal(createdBy, author.id)
    const approve = ({ actor }: Person) => approveOrder({ orderId: id, shownFingerprint: fingerprint, actor })
    await assert.rejects(() => approve(author), /^No puede aprobar un pago que usted ha creado/)
    await approve(first)
    await approve(second)
    assert.equal((await PaymentOrder.findOrFail(id)).status, 'approved')
  })

  test('is not active without its contract, and its draft can be cancelled', async ({ assert }) => {
    const { lender, borrower, creator, approvers } = await makeLoanStage()
    const { id } = await createLoan(
      {
        lender: { siteId: lender.siteId },
        borrowerSiteId: borrower.siteId,
        kind: 'term',
        currency: 'EUR',
        principalMinor: 100_000,
        startOn: calendarDate('2026-01-15'),
      },
      creator.actor
    )
    const { fingerprint } = await readLoan(id)
    const actor = approvers[0]?.actor ?? creator.actor
    await assert.rejects(
      () => activateLoan({ loanId: id, shownFingerprint: fingerprint, comment: null, actor }),
      'Configure las condiciones antes de activar el préstamo.'
    )
    await cancelLoan(id, 'Ya no hace falta', creator.actor)
    assert.equal((await readLoan(id)).status, 'cancelled')
  })

  test('is paid by an order that both books follow, and a return opens its instalment again', async ({
    assert,
  }) => {
    const stage = await makeLoanStage()
    const { lender, borrower, creator } = stage
    const id = await makeRunningLoan(stage)
    const first = await firstOf(id)
    const { orderNumber } = await askPayment(id, payInFull(first), creator.actor)
    assert.equal((await installmentsOf(id))[0]?.status, 'ordered')
    await payOrder(stage, orderNumber ?? '', calendarDate('2026-02-15'))

    assert.equal((await installmentsOf(id))[0]?.status, 'paid')
    assert.equal(await owedOf(id), 600_000 - first.principalMinor)
    assert.equal(await bookBalance(borrower.siteId, '5143'), first.interestMinor)
    assert.equal(await bookBalance(lender.siteId, '5343'), -first.interestMinor)
    await assertSound(assert)

    const { id: orderId } = await oneRow<{ id: number }>(
      `select id from payment_orders where number = :orderNumber`,
      { orderNumber }
    )
    await returnOrder({ orderId, code: 'AC04', comment: 'Cuenta cerrada', actor: creator.actor })

    assert.equal(await owedOf(id), 600_000)
    assert.equal((await installmentsOf(id))[0]?.status, 'overdue')
    assert.equal(await bookBalance(borrower.siteId, '5143'), 0)
    await assertSound(assert)
  })

  test('takes no more than it owes, and no withdrawals', async ({ assert }) => {
    const stage = await makeLoanStage()
    const id = await makeRunningLoan(stage)
    await assert.rejects(
      () => askPayment(id, pay(700_000), stage.creator.actor),
      /^El importe supera la deuda pendiente \(6\.14/
    )
    await assert.rejects(() =>
      askWithdrawal(
        id,
        { amountMinor: 100, valueOn: calendarDate('2026-03-01'), accountId: null },
        stage.creator.actor
      )
    )
  })

  test('accrues each month once, and pays what was accrued', async ({ assert }) => {
    const stage = await makeLoanStage()
    const { lender, borrower } = stage
    const id = await makeRunningLoan(stage)
    const done = await closeMonths(calendarDate('2026-03-01'))
    assert.deepEqual(done.problems, [])
    const twice = await closeMonths(calendarDate('2026-03-01'))
    assert.equal(twice.closed, 0)
    const accruals = await rows<{ period: string; days: number; interestMinor: number }>(
      `select period, days, interest_minor from loan_accruals where loan_id = :id order by period`,
      { id }
    )
    // 16 and 30 days of 30/360 up to the end of each month, on 6.000,00 € at 4,50 %.
    assert.deepEqual(
      accruals.map(({ period }) => period),
      ['2026-01-01', '2026-02-01']
    )
    const sum = accruals.reduce((total, { interestMinor }) => total + interestMinor, 0)
    assert.equal(await bookBalance(borrower.siteId, '6620'), sum)
    assert.equal(await bookBalance(lender.siteId, '7620'), -sum)
    await assertSound(assert)
  })

  test('revised, keeps what is paid and changes what is not', async ({ assert }) => {
    const stage = await makeLoanStage()
    const { creator } = stage
    const id = await makeRunningLoan(stage)
    const before = await installmentsOf(id)
    const { orderNumber } = await askPayment(id, payInFull(await firstOf(id)), creator.actor)
    await payOrder(stage, orderNumber ?? '', calendarDate('2026-02-15'))
    await reviseRate(
      id,
      { fromOn: calendarDate('2026-08-15'), rate: '6', source: 'Acuerdo de prueba' },
      creator.actor
    )
    const after = await installmentsOf(id)
    assert.deepEqual(after[0], { ...before[0], status: 'paid' })
    assert.isAbove(after[7]?.interestMinor ?? 0, before[7]?.interestMinor ?? 0)
    assert.equal(
      after.reduce((total, { principalMinor }) => total + principalMinor, 0),
      600_000
    )
    await assertSound(assert)
  })

  test('repaid early leaves smaller instalments, or fewer', async ({ assert }) => {
    const stage = await makeLoanStage()
    const start = addMonths(startOfMonth(today()), 0)
    for (const option of ['reduce_instalment', 'reduce_term'] as const) {
      const id = await makeRunningLoan(stage, {
        principalMinor: option === 'reduce_term' ? 120_000 : 240_000,
        startOn: start,
        firstPaymentOn: addMonths(start, 1),
      })
      const before = await installmentsOf(id)
      const { orderNumber } = await askEarlyPayment(
        id,
        { principalMinor: 60_000, on: today(), option, penaltyRate: '0', accountId: null, paid: null },
        stage.creator.actor
      )
      await payOrder(stage, orderNumber ?? '', today())
      const after = await installmentsOf(id)
      if (option === 'reduce_term') assert.isBelow(after.length, before.length)
      else {
        assert.equal(after.length, before.length)
        assert.isBelow(after[1]?.totalMinor ?? 0, before[1]?.totalMinor ?? 0)
      }
      assert.equal(
        after.reduce((total, { principalMinor }) => total + principalMinor, 0),
        await owedOf(id)
      )
    }
    await assertSound(assert)
  })

  test('ninety days overdue is flagged, and paid in full settles by itself', async ({ assert }) => {
    const stage = await makeLoanStage()
    const id = await makeRunningLoan(stage)
    await followDays(calendarDate('2026-05-20'))
    assert.isNotNull((await readLoan(id)).defaultedOn)
    const all = (await installmentsOf(id)).reduce((total, { totalMinor }) => total + totalMinor, 0)
    const { orderNumber } = await askPayment(id, pay(all, '2026-11-20'), stage.creator.actor)
    await payOrder(stage, orderNumber ?? '', calendarDate('2026-11-20'))
    const loan = await readLoan(id)
    assert.deepInclude(loan, { status: 'settled', defaultedOn: null })
    assert.equal(await owedOf(id), 0)
    await assertSound(assert)
  })
})
