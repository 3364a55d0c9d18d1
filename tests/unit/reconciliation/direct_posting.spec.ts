import { test } from '@japa/runner'
import fc from 'fast-check'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { assertBalanced } from '#app/ledger/journal_draft'
import { bankDirectPosting, sharesOf } from '#app/reconciliation/postings/direct_posting'
import { isBankFee } from '#app/reconciliation/rules/bank_fee'

const day = calendarDate('2026-04-09')
const amount = fc.integer({ min: -5_000_000, max: 5_000_000 }).filter((minor) => minor !== 0)
const sketch = fc.record({
  lines: fc.array(fc.record({ amount, rate: fc.constantFrom(null, 2_100, 1_000, 400, 700) }), {
    minLength: 1,
    maxLength: 8,
  }),
  rate: fc.constantFrom(1, 0.92, 1.17),
})

test.group('The entry of a movement on several accounts', () => {
  test('adds up in the company’s currency, and each tax to its line', ({ assert }) => {
    fc.assert(
      fc.property(sketch, ({ lines: drawn, rate }) => {
        const amountMinor = drawn.reduce((sum, line) => sum + line.amount, 0)
        const baseMinor = Math.round(amountMinor * rate)
        fc.pre(amountMinor !== 0 && baseMinor !== 0)
        const lines = drawn.map((line) => ({
          accountId: 626,
          amountMinor: line.amount,
          memo: 'Cargo',
          tax:
            line.rate === null
              ? null
              : { codeId: 1, accountId: 472, rateBasisPoints: line.rate, period: '2026-04' },
          providerId: null,
          centerId: null,
        }))
        const shares = sharesOf({ lines, amountMinor, baseMinor })
        fc.pre(!shares.includes(0))
        const draft = bankDirectPosting({
          lineId: 1,
          version: 1,
          siteId: 1,
          bookedOn: day,
          postedOn: day,
          text: 'Cargo',
          createdBy: null,
          bankLedgerAccountId: 572,
          currency: 'EUR',
          lines,
          amountMinor,
          baseMinor,
          event: 'direct',
        })
        assertBalanced(draft)
        if (rate === 1)
          assert.deepEqual(
            shares,
            drawn.map((line) => line.amount)
          )
        for (const line of draft.lines.filter(({ accountId }) => accountId === 472)) {
          const points = lines.map(({ tax }) => tax?.rateBasisPoints ?? 0)
          const base = line.taxBaseMinor ?? 0
          assert.isTrue(points.some((rate) => Math.abs(line.amountMinor - (base * rate) / 10_000) <= 1))
        }
      })
    )
  })
})

test.group('Fees of a bank', () => {
  const facts = { amountMinor: -350, commonConcept: null, bankTransactionCode: null }

  test('are told by their text or by what the file calls them', ({ assert }) => {
    for (const normText of [
      'comision mantenimiento cuenta',
      'com transferencia',
      'gastos de correo',
      'bank fee',
    ])
      assert.isTrue(isBankFee({ ...facts, normText }), normText)
    assert.isTrue(isBankFee({ ...facts, normText: 'cargo', commonConcept: '17' }))
    assert.isTrue(isBankFee({ ...facts, normText: 'cargo', bankTransactionCode: 'PMNT/ICDT/CHRG' }))
  })

  test('are no interest, no tax and nothing that comes in', ({ assert }) => {
    assert.isFalse(isBankFee({ ...facts, normText: 'liquidacion intereses', commonConcept: '17' }))
    assert.isFalse(isBankFee({ ...facts, normText: 'recibo luz', commonConcept: '03' }))
    assert.isFalse(isBankFee({ ...facts, normText: 'abono tpv comision', amountMinor: 10_000 }))
  })
})
