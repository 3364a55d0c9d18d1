import { test } from '@japa/runner'
import { execute, inTransaction, oneRow } from '#app/kernel/database/sql'
import { askPayment } from '#app/loans/payments/ask_payment'
import { assertSound, installmentsOf } from '#tests/factories/loan_books'
import { activate, FRENCH, makeLoanStage, makeReadyLoan, makeRunningLoan } from '#tests/factories/loans'

/** Deferred guards speak at the end of the transaction. */
const write = (sql: string, bindings: Record<string, unknown>) =>
  inTransaction(async (trx) => {
    await execute(sql, bindings, trx)
    await execute(`set constraints all immediate`, {}, trx)
  })

test.group('What the database refuses of loans', () => {
  test('nothing that happened is changed or taken away', async ({ assert }) => {
    const id = await makeRunningLoan(await makeLoanStage())
    for (const [sql, refusal] of [
      [`update loan_movements set principal_minor = principal_minor - 1 where loan_id = :id`, /append_only/],
      [`delete from loan_movements where loan_id = :id`, /append_only/],
      [`delete from loan_installments where loan_id = :id`, /append_only/],
      [`delete from loans where id = :id`, /append_only/],
      [`update loans set principal_minor = 1 where id = :id`, /loan_terms_fixed/],
      [
        `update loans set borrower_site_id = lender_site_id where id = :id`,
        /loan_fixed|loan_account_of_others/,
      ],
      [
        `update loan_installments set interest_minor = interest_minor + 1, total_minor = total_minor + 1 where loan_id = :id and seq = 1`,
        /loan_installment_fixed/,
      ],
    ] as const)
      await assert.rejects(() => write(sql, { id }), refusal)
    await assertSound(assert)
  })

  test('a draft does not become active without approvals, and an instalment not paid without money', async ({
    assert,
  }) => {
    const stage = await makeLoanStage()
    const draft = await makeReadyLoan(stage)
    await assert.rejects(
      () => write(`update loans set status = 'active', activated_at = now() where id = :draft`, { draft }),
      /loan_not_approved/
    )
    const id = await makeRunningLoan(stage, { principalMinor: 500_000 })
    const [first] = await installmentsOf(id)
    await assert.rejects(
      () =>
        write(
          `update loan_installments set paid_principal_minor = principal_minor, paid_interest_minor = interest_minor, status = 'paid' where id = :first`,
          { first: first?.id ?? 0 }
        ),
      /loan_paid_without_movement/
    )
    await assert.rejects(
      () =>
        write(
          `insert into loan_movements (loan_id, type, value_on, principal_minor, interest_minor, idempotency_key, group_key)
         values (:id, 'payment', '2026-02-01', -999999, 0, 'test:' || :id, gen_random_uuid())`,
          { id }
        ),
      /loan_overpaid/
    )
  })

  test('what nobody has lent yet is not given back, nor more than is owed', async ({ assert }) => {
    const stage = await makeLoanStage()
    const unpaid = await makeReadyLoan(stage)
    await activate(stage, unpaid)
    const wanted = {
      split: { amountMinor: 10_000 },
      payOn: FRENCH.startOn,
      accountId: null,
      paid: null,
    }
    await assert.rejects(
      () => askPayment(unpaid, wanted, stage.creator.actor),
      'El préstamo aún no está desembolsado.'
    )

    const id = await makeRunningLoan(stage, { principalMinor: 500_000 })
    const note = (principalMinor: number) =>
      oneRow<{ paymentId: number }>(
        `insert into loan_payments (loan_id, type, payer_site_id, payee_site_id, payer_account_id, payee_account_id, amount_minor, currency, principal_minor, value_on)
         select id, 'payment', borrower_site_id, lender_site_id, borrower_account_id, lender_account_id, :principalMinor::bigint, currency, :principalMinor::bigint, start_on
           from loans where id = :id returning id as payment_id`,
        { id, principalMinor }
      )
    const order = ({ paymentId }: { paymentId: number }) =>
      write(`update loan_payments set status = 'ordered' where id = :paymentId`, { paymentId })
    await order(await note(500_000))
    const beyond = await note(1)
    await assert.rejects(() => order(beyond), /loan_payment_beyond_debt/)
  })
})
