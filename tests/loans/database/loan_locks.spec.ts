import { test } from '@japa/runner'
import { inTransaction } from '#app/kernel/database/sql'
import { today } from '#app/kernel/time/calendar_date'
import { lockBooks, lockReconciliations } from '#app/ledger/actions/lock_reconciliations'
import { askPayment } from '#app/loans/payments/ask_payment'
import { lockLoan } from '#app/loans/terms/loan'
import { settleOrder } from '#app/payments/orders/settle_order'
import { type LoanStage, makeLoanStage, makeRunningLoan, sendOrders } from '#tests/factories/loans'
import { beginMeanwhile } from '#tests/factories/meanwhile'

/** A part of a loan is at the bank, on its way from who borrowed to who lent. */
async function makeSentPayment(): Promise<LoanStage & { loanId: number; orderId: number }> {
  const stage = await makeLoanStage()
  const loanId = await makeRunningLoan(stage)
  const { orderNumber } = await askPayment(
    loanId,
    { split: { amountMinor: 1_000 }, payOn: today(), accountId: null, paid: null },
    stage.creator.actor
  )
  const [orderId = 0] = await sendOrders(stage, [orderNumber ?? ''], today())
  return { ...stage, loanId, orderId }
}

const settle = ({ orderId, borrower, creator }: Awaited<ReturnType<typeof makeSentPayment>>) =>
  inTransaction((trx) =>
    settleOrder({ orderId, settledOn: today(), bankAccountId: borrower.accountId, actor: creator.actor }, trx)
  )

test.group('Payments of loans and whoever works on the same loan or books', () => {
  test('the payment waits for the loan before it holds any book', async ({ assert }) => {
    const stage = await makeSentPayment()

    const [settling] = await inTransaction(async (trx) => {
      await lockLoan(stage.loanId, trx)
      const meanwhile = await beginMeanwhile(() => settle(stage), trx)
      await lockBooks([stage.lender.siteId, stage.borrower.siteId], trx)
      return meanwhile
    })

    assert.equal(await settling, 'done')
  })

  test('it takes both books in the order of everybody else', async ({ assert }) => {
    const stage = await makeSentPayment()

    const [settling] = await inTransaction(async (trx) => {
      await lockReconciliations(stage.lender.siteId, trx)
      const meanwhile = await beginMeanwhile(() => settle(stage), trx)
      await lockReconciliations(stage.borrower.siteId, trx)
      return meanwhile
    })

    assert.equal(await settling, 'done')
  })
})
