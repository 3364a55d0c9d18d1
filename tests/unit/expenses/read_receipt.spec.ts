import { test } from '@japa/runner'
import { receiptOf } from '#app/payments/kinds/expense_note/read_receipt'
import type { ReadField, ReadResult } from '#app/reading/reading_types'

const field = <Value>(value: Value | null, confidence = 0.9): ReadField<Value> => ({
  value,
  confidence,
  method: 'test',
  boxes: [],
})

const resultOf = (fields: Record<string, ReadField<unknown>>) =>
  ({
    pages: [{}, {}],
    invoices: [
      {
        fields: {
          issueDate: field('2026-11-02'),
          total: field(2_420),
          taxes: field([{ type: 'IVA', rate: 10, base: 2_200, amount: 220 }]),
          currency: field('EUR'),
          providerName: field('Bar La Plaza'),
          providerTaxId: field(null),
          invoiceNumber: field('T-1'),
          customerTaxId: field(null),
          ...fields,
        },
      },
    ],
  }) as unknown as ReadResult

test.group('What a receipt proposes', () => {
  test('day, total, VAT and its rate, and how many pages it has', ({ assert }) => {
    assert.containsSubset(receiptOf(resultOf({})), {
      issuedOn: '2026-11-02',
      totalMinor: 2_420,
      vatMinor: 220,
      vatRate: 1_000,
      supplierName: 'Bar La Plaza',
      pages: 2,
    })
  })

  test('what is hardly read is not proposed, and no total below a cent', ({ assert }) => {
    assert.isNull(receiptOf(resultOf({ total: field(2_420, 0.3) })).totalMinor)
    assert.isNull(receiptOf(resultOf({ total: field(-500) })).totalMinor)
    assert.isNull(receiptOf(resultOf({ issueDate: field('ayer') })).issuedOn)
  })

  test('of several rates none is proposed, their VAT together', ({ assert }) => {
    const taxes = field([
      { type: 'IVA', rate: 10, base: 1_000, amount: 100 },
      { type: 'IVA', rate: 21, base: 1_000, amount: 210 },
    ])

    assert.containsSubset(receiptOf(resultOf({ taxes })), { vatMinor: 310, vatRate: null })
  })

  test('a file without anything in it proposes nothing', ({ assert }) => {
    assert.containsSubset(receiptOf({ pages: [], invoices: [] } as unknown as ReadResult), {
      totalMinor: null,
      currency: 'EUR',
      pages: 1,
    })
  })
})
