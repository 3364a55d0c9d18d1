import { test } from '@japa/runner'
import fc from 'fast-check'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { assertBalanced } from '#app/ledger/journal_draft'
import { type OffsetToPost, offsetPosting } from '#app/payments/kinds/supplier/offset_posting'

const [SUPPLIER, EXCHANGE] = [400, 668]
const cents = fc.integer({ min: 1, max: 99_999_999_999 })

const offsets: fc.Arbitrary<OffsetToPost> = fc
  .record({ amountMinor: cents, invoiceMinor: cents, creditMinor: cents })
  .map(({ amountMinor, invoiceMinor, creditMinor }) => ({
    offsetId: 1,
    siteId: 1,
    providerId: 9,
    postedOn: calendarDate('2026-04-09'),
    currency: 'CHF',
    amountMinor,
    invoice: { documentId: 7, accountId: SUPPLIER, bookMinor: invoiceMinor },
    credit: { documentId: 8, accountId: SUPPLIER, bookMinor: creditMinor },
    exchangeAccountId: invoiceMinor === creditMinor ? null : EXCHANGE,
    createdBy: null,
  }))

test.group('A credit note set against an invoice in another currency', () => {
  test('takes the same off both, and their rates differ by what goes to 668 or 768', ({ assert }) => {
    fc.assert(
      fc.property(offsets, (offset) => {
        const draft = offsetPosting(offset)
        assertBalanced(draft)
        const [invoice, credit, exchange] = draft.lines
        assert.equal((invoice?.amountMinor ?? 0) + (credit?.amountMinor ?? 0), 0)
        assert.deepEqual(
          [invoice?.baseMinor, credit?.baseMinor, exchange?.amountMinor ?? 0],
          [
            offset.invoice.bookMinor,
            -offset.credit.bookMinor,
            offset.credit.bookMinor - offset.invoice.bookMinor,
          ]
        )
      })
    )
  })
})
