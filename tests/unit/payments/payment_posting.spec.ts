import { test } from '@japa/runner'
import fc from 'fast-check'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { assertBalanced, type JournalDraft } from '#app/ledger/journal_draft'
import {
  type PaymentToPost,
  paymentSentPosting,
  paymentSettledPosting,
} from '#app/payments/postings/payment_posting'

const [LIABILITY, TRANSIT, BANK, DEFERRED, PAYABLE] = [400, 555, 572, 4759, 4751]

const payments: fc.Arbitrary<PaymentToPost> = fc
  .integer({ min: 1, max: 99_999_999_999 })
  .map((amountMinor) => ({
    orderId: 1,
    number: 'OP-2026-000001',
    siteId: 1,
    amountMinor,
    currency: 'EUR',
    baseCurrency: 'EUR',
    creditorName: 'Suministros',
    counterpartyType: 'provider',
    counterpartyId: 9,
    liabilityAccountId: LIABILITY,
    transitAccountId: TRANSIT,
    bankLedgerAccountId: BANK,
    happenedOn: calendarDate('2026-04-09'),
    postedOn: calendarDate('2026-04-09'),
    createdBy: null,
  }))
const withheld = fc.option(
  fc
    .integer({ min: 0, max: 1_000_000 })
    .map((amountMinor) => ({ deferredAccountId: DEFERRED, payableAccountId: PAYABLE, amountMinor }))
)

const inEuros = ({ amountMinor }: PaymentToPost) => ({
  heldMinor: amountMinor,
  bankMinor: amountMinor,
  exchangeAccountId: null,
})

const sumOf = (drafts: JournalDraft[], account: number) =>
  drafts
    .flatMap(({ lines }) => lines)
    .filter(({ accountId }) => accountId === account)
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0)

test.group('Posting of a payment', () => {
  test('what is sent and what is settled balance, with and without withholding', () => {
    fc.assert(
      fc.property(payments, withheld, (payment, withholding) => {
        assertBalanced(paymentSentPosting(payment, payment.amountMinor))
        assertBalanced(paymentSettledPosting(payment, withholding, inEuros(payment)))
      }),
      { numRuns: 1_000 }
    )
  })

  test('sent and settled, the debt and the bank move by the amount and nothing stays in transit', ({
    assert,
  }) => {
    fc.assert(
      fc.property(payments, withheld, (payment, withholding) => {
        const drafts = [
          paymentSentPosting(payment, payment.amountMinor),
          paymentSettledPosting(payment, withholding, inEuros(payment)),
        ]

        assert.equal(sumOf(drafts, LIABILITY), payment.amountMinor)
        assert.equal(sumOf(drafts, TRANSIT), 0)
        assert.equal(sumOf(drafts, BANK), -payment.amountMinor)
        assert.equal(sumOf(drafts, PAYABLE), -(withholding?.amountMinor ?? 0) + 0)
        assert.equal(sumOf(drafts, DEFERRED) + sumOf(drafts, PAYABLE), 0)
      }),
      { numRuns: 1_000 }
    )
  })
})
