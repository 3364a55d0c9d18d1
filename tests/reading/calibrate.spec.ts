import { test } from '@japa/runner'
import fc from 'fast-check'
import { calibrate, calibratedConfidence } from '#app/reading/calibrate'
import { calibrationTable } from '#app/reading/calibration_table'
import { emptyField, type ReadField, type ReadInvoice } from '#app/reading/reading_types'

const total = (confidence: number, method = 'sum'): ReadField<number> => ({
  value: 12100,
  confidence,
  method,
  boxes: [],
})

const invoiceWith = (fields: Partial<ReadInvoice['fields']>): ReadInvoice => ({
  fields: { total: emptyField(0), ...fields } as ReadInvoice['fields'],
  checks: {
    providerTaxIdValid: true,
    customerTaxIdValid: true,
    ibanValid: true,
    taxRowsAddUp: true,
    totalAddsUp: true,
    linesAddUp: true,
  },
  pages: [1],
})

test.group('Confianza calibrada', () => {
  test('who was surer stays at least as sure, and nobody is certain', ({ assert }) => {
    const rows = fc.constantFrom(...Object.values(calibrationTable))
    const certainty = fc.double({ min: 0, max: 1, noNaN: true })
    const sources = fc.constantFrom('text' as const, 'recognised' as const)

    fc.assert(
      fc.property(rows, certainty, certainty, sources, (row, one, other, source) => {
        const low = calibratedConfidence(row, Math.min(one, other), source)
        const high = calibratedConfidence(row, Math.max(one, other), source)
        assert.isAtMost(low, high)
        assert.isTrue(low > 0 && high < 1)
      })
    )
  })

  test('an offset of 0 and a slope of 1 leave a confidence as it is', ({ assert }) => {
    assert.approximately(calibratedConfidence([0, 1], 0.83, 'text'), 0.83, 1e-9)
    assert.approximately(calibratedConfidence([0, 1], 0.83, 'recognised'), 0.83, 1e-9)
  })

  test('what recognition read is made no surer', ({ assert }) => {
    assert.isAbove(calibratedConfidence([1, 1], 0.9, 'text'), 0.95)
    assert.equal(calibratedConfidence([1, 1], 0.9, 'recognised'), 0.9)
    assert.isBelow(calibratedConfidence([-1, 1], 0.9, 'recognised'), 0.8)
  })

  test('every field of both kinds has its row', ({ assert }) => {
    for (const field of ['providerTaxId', 'invoiceNumber', 'issueDate', 'total', 'taxBase', 'providerName'])
      for (const source of ['text', 'recognised'])
        assert.property(calibrationTable, `${field}/${source}/shown`)
  })

  test('a total is calibrated by where it was read', ({ assert }) => {
    const read = invoiceWith({ total: total(0.9) })

    const text = calibrate(read, 'text').fields.total
    const recognised = calibrate(read, 'recognised').fields.total

    assert.equal(
      text.confidence,
      calibratedConfidence(calibrationTable['total/text/shown'] ?? [0, 0], 0.9, 'text')
    )
    assert.equal(
      recognised.confidence,
      calibratedConfidence(calibrationTable['total/recognised/shown'] ?? [0, 0], 0.9, 'recognised')
    )
    assert.equal(text.value, 12100)
  })

  test('what is known from the books keeps its confidence', ({ assert }) => {
    const fields = calibrate(invoiceWith({ total: total(0.99, 'own company') }), 'recognised').fields

    assert.equal(fields.total.confidence, 0.99)
  })
})
