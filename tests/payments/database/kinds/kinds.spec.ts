import { test } from '@japa/runner'
import { rows } from '#app/kernel/database/sql'
import { paymentKinds } from '#app/payments/kinds/payment_kind'

test.group('Kinds of payments', () => {
  test('the database knows of each what its declaration says, and of no other', async ({ assert }) => {
    const known = await rows<{ kind: string }>(
      `select kind, document_type, approvals, is_senior, may_others_pay from payment_kinds order by kind`
    )

    assert.deepEqual(
      known,
      paymentKinds()
        .map(({ kind, documentType, approvals, isSenior = false, canOthersPay = false }) => ({
          kind,
          documentType,
          approvals,
          isSenior,
          mayOthersPay: canOthersPay,
        }))
        .toSorted((a, b) => (a.kind < b.kind ? -1 : 1))
    )
  })

  test('no two of them say the same code of a guard in two ways', ({ assert }) => {
    const codes = paymentKinds().flatMap(({ refusals = {} }) => Object.keys(refusals))

    assert.deepEqual([...new Set(codes)], codes)
  })
})
