import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { inTransaction, oneRow, type Transaction } from '#app/kernel/database/sql'
import { today } from '#app/kernel/time/calendar_date'
import { lockBooks, lockReconciliations } from '#app/ledger/actions/lock_reconciliations'
import { askPayment } from '#app/loans/payments/ask_payment'
import { lockLoan } from '#app/loans/terms/loan'
import { settleOrder } from '#app/payments/orders/settle_order'
import { type LoanStage, makeLoanStage, makeRunningLoan, sendOrders } from '#tests/factories/loans'

const PATIENCE_MS = 5_000

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

/** Another transaction settles the payment while this one holds something; gives what becomes of it. */
async function settleMeanwhile(
  { orderId, borrower, creator }: Awaited<ReturnType<typeof makeSentPayment>>,
  trx: Transaction
): Promise<Promise<unknown>[]> {
  const settling = inTransaction((other) =>
    settleOrder(
      { orderId, settledOn: today(), bankAccountId: borrower.accountId, actor: creator.actor },
      other
    )
  ).then(
    () => 'settled',
    (error: unknown) => error
  )
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    const { waiting } = await oneRow<{ waiting: number }>(
      `select count(*)::int as waiting from pg_locks where not granted`,
      {},
      trx
    )
    if (waiting > 0) return [settling]
    if (Date.now() > until) throw new Error('Nobody waits')
    await sleep(20)
  }
}

test.group('Payments of loans and whoever works on the same loan or books', () => {
  test('the payment waits for the loan before it holds any book', async ({ assert }) => {
    const stage = await makeSentPayment()

    const [settling] = await inTransaction(async (trx) => {
      await lockLoan(stage.loanId, trx)
      const meanwhile = await settleMeanwhile(stage, trx)
      await lockBooks([stage.lender.siteId, stage.borrower.siteId], trx)
      return meanwhile
    })

    assert.equal(await settling, 'settled')
  })

  test('it takes both books in the order of everybody else', async ({ assert }) => {
    const stage = await makeSentPayment()

    const [settling] = await inTransaction(async (trx) => {
      await lockReconciliations(stage.lender.siteId, trx)
      const meanwhile = await settleMeanwhile(stage, trx)
      await lockReconciliations(stage.borrower.siteId, trx)
      return meanwhile
    })

    assert.equal(await settling, 'settled')
  })
})
