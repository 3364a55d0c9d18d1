import { test } from '@japa/runner'
import fc from 'fast-check'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { assertBalanced, type JournalDraft } from '#app/ledger/journal_draft'
import {
  debtorSentPosting,
  debtorSettledPosting,
  type PaymentToPost,
  paymentSentPosting,
  paymentSettledPosting,
} from '#app/payments/postings/payment_posting'

const [LIABILITY, TRANSIT, BANK, DEFERRED, PAYABLE, FEES, EXCHANGE] = [400, 555, 572, 4759, 4751, 626, 668]
const [OWED, OWES] = [5523, 5524]

const payments: fc.Arbitrary<PaymentToPost> = fc
  .integer({ min: 1, max: 99_999_999_999 })
  .map((amountMinor) => ({
    orderId: 1,
    number: 'OP-2026-000001',
    siteId: 1,
    payerSiteId: 1,
    between: null,
    amountMinor,
    currency: 'EUR',
    baseCurrency: 'EUR',
    creditorName: 'Suministros',
    counterpartyType: 'provider',
    counterpartyId: 9,
    liabilityAccountId: LIABILITY,
    liabilityCurrency: 'EUR',
    transitAccountId: TRANSIT,
    bankLedgerAccountId: BANK,
    happenedOn: calendarDate('2026-04-09'),
    postedOn: calendarDate('2026-04-09'),
    createdBy: null,
    charge: null,
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
  fee: null,
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

  test('paid by another company, each book balances and both say what is owed; what is withheld is the debtor’s', ({
    assert,
  }) => {
    fc.assert(
      fc.property(payments, withheld, (own, withholding) => {
        const { amountMinor } = own
        const payment = {
          ...own,
          payerSiteId: 2,
          between: {
            owed: { accountId: OWED, amountMinor },
            owes: { accountId: OWES, amountMinor: -amountMinor },
          },
        }
        const ofPayer = [
          paymentSentPosting(payment, amountMinor),
          paymentSettledPosting(payment, withholding, inEuros(payment)),
        ]
        const withheldThere = debtorSettledPosting(payment, withholding)
        const ofDebtor = [
          ...debtorSentPosting(payment, amountMinor).map((book) => ({
            ...paymentSentPosting(own, amountMinor),
            ...book,
          })),
          ...(withheldThere ? [withheldThere] : []),
        ]

        for (const draft of [...ofPayer, ...ofDebtor]) assertBalanced(draft)
        assert.equal(sumOf(ofPayer, OWED) + sumOf(ofDebtor, OWES), 0)
        assert.equal(sumOf(ofPayer, BANK), -amountMinor)
        assert.equal(sumOf(ofPayer, TRANSIT), 0)
        assert.equal(sumOf(ofPayer, LIABILITY) + sumOf(ofPayer, PAYABLE), 0)
        assert.equal(sumOf(ofDebtor, LIABILITY), amountMinor)
        assert.equal(sumOf(ofDebtor, PAYABLE), -(withholding?.amountMinor ?? 0) + 0)
      }),
      { numRuns: 1_000 }
    )
  })

  test('charged in another currency, the account moves by its cost and fee and difference take the rest', ({
    assert,
  }) => {
    fc.assert(
      fc.property(payments, fc.integer({ min: 2, max: 1_000_000 }), (payment, minor) => {
        const feeMinor = minor - 1
        const dollars = {
          ...payment,
          currency: 'USD',
          charge: { minor, currency: 'EUR', feeMinor },
        }
        const worth = {
          heldMinor: payment.amountMinor,
          bankMinor: minor,
          exchangeAccountId: payment.amountMinor === 1 ? null : EXCHANGE,
          fee: { minor: feeMinor, accountId: FEES },
        }
        const draft = paymentSettledPosting(dollars, null, worth)

        assertBalanced(draft)
        assert.equal(sumOf([draft], BANK), -minor)
        assert.equal(sumOf([draft], FEES), feeMinor)
        assert.deepEqual(
          draft.lines.filter(({ accountId }) => accountId === BANK).map(({ currency }) => currency),
          ['EUR']
        )
      }),
      { numRuns: 1_000 }
    )
  })

  test('a debt in the currency of the books is booked with what the payment is worth there', ({ assert }) => {
    fc.assert(
      fc.property(payments, fc.integer({ min: 1, max: 1_000_000 }), (payment, worthMinor) => {
        const draft = paymentSentPosting({ ...payment, currency: 'USD' }, worthMinor)

        assertBalanced(draft)
        assert.equal(sumOf([draft], LIABILITY), worthMinor)
        assert.equal(sumOf([draft], TRANSIT), -payment.amountMinor)
      })
    )
  })
})
