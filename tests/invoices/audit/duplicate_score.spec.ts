import { test } from '@japa/runner'
import fc from 'fast-check'
import { type Compared, duplicateScore } from '#app/invoices/audit/duplicate_score'
import { areConfusable, containsOther, isOneEditApart } from '#app/invoices/audit/number_forms'
import { addDays, calendarDate } from '#app/kernel/time/calendar_date'

const invoice = (wanted: Partial<Compared> = {}): Compared => ({
  id: 1,
  providerId: 7,
  providerTaxId: 'B12345674',
  providerName: 'lavanderia martinez',
  docType: 'invoice',
  numberNorm: 'F2026123',
  tail: 123,
  series: 'F2026/',
  totalMinor: 121_000,
  baseMinor: 100_000,
  currency: 'EUR',
  issuedOn: calendarDate('2026-03-04'),
  concepts: ['lavado de sabanas', 'lavado de toallas'],
  periodFrom: null,
  ...wanted,
  numberKey: wanted.numberKey ?? wanted.numberNorm ?? 'F2026123',
})
const points = (a: Partial<Compared>, b: Partial<Compared> = {}) =>
  duplicateScore(invoice(a), invoice(b)).points

test.group('Score of a likely copy', () => {
  test('adds up number, total, date, supplier and lines', ({ assert }) => {
    assert.equal(points({}), 105)
    assert.equal(points({ concepts: [] }), 95)
    assert.equal(points({ numberNorm: 'X9' }), 65)
    assert.equal(points({ numberNorm: 'F20261Z3' }), 95)
    assert.equal(points({ numberNorm: 'F2026132' }), 95)
    assert.equal(points({ numberNorm: '2026123' }), 95)
    assert.equal(points({ numberNorm: '123' }), 85)
    assert.equal(points({ totalMinor: 121_001 }), 105)
    assert.equal(points({ totalMinor: 110_000 }), 95)
    assert.equal(points({ totalMinor: 120_000, baseMinor: 99_174 }), 88)
    assert.equal(points({ issuedOn: calendarDate('2026-04-03') }), 102)
    assert.equal(points({ issuedOn: calendarDate('2026-03-07') }), 100)
    assert.equal(points({ issuedOn: calendarDate('2026-03-30') }), 94)
    assert.equal(points({ providerId: 8 }), 105)
    assert.equal(points({ providerId: 8, providerTaxId: 'B1', providerName: 'lavanderias martinez' }), 98)
  })

  test('signs and series are part of a number, whose likeness counts less', ({ assert }) => {
    const [slash, later] = [
      { numberKey: '1-11', numberNorm: '111' },
      { numberKey: '11-1', numberNorm: '111' },
    ]

    assert.equal(duplicateScore(invoice(slash), invoice(later)).points, 85)
    assert.equal(
      duplicateScore(
        invoice({ numberKey: 'A-26-15', numberNorm: 'A2615' }),
        invoice({ numberKey: '15', numberNorm: '15' })
      ).points,
      85
    )
  })

  test('takes the monthly rent under the next number for no copy', ({ assert }) => {
    const next = { numberNorm: 'F2026124', tail: 124, issuedOn: calendarDate('2026-04-03') }

    assert.isBelow(points(next), 60)
    assert.isAtLeast(points({ ...next, issuedOn: calendarDate('2026-03-05') }), 75)
  })

  test('compares no invoice with a credit note, another currency or a stranger', ({ assert }) => {
    assert.equal(points({ docType: 'credit_note' }), 0)
    assert.equal(points({ currency: 'USD' }), 0)
    assert.equal(points({ providerId: 8, providerTaxId: null, providerName: 'frutas nuñez' }), 0)
  })

  const day = fc.integer({ min: 0, max: 400 }).map((days) => addDays(calendarDate('2026-01-01'), days))
  const any = fc.record({
    providerId: fc.constantFrom(7, 8),
    providerTaxId: fc.constantFrom('B1', 'B2', null),
    providerName: fc.constantFrom('lavanderia martinez', 'lavanderias martinez', 'frutas nuñez'),
    docType: fc.constantFrom('invoice', 'credit_note'),
    numberNorm: fc.stringMatching(/^[A-Z0-9]{0,6}$/),
    tail: fc.option(fc.integer({ min: 1, max: 9 })),
    series: fc.constantFrom('A', 'B'),
    totalMinor: fc.constantFrom(1_000, 1_001, 1_005, 9_000),
    baseMinor: fc.constantFrom(826, 900, 0),
    issuedOn: day,
    concepts: fc.array(fc.constantFrom('lavado', 'plancha', 'portes de lavado'), { maxLength: 4 }),
    periodFrom: fc.option(day),
  })

  test('is the same whichever of the two is named first', ({ assert }) => {
    fc.assert(
      fc.property(any, any, (a, b) => {
        assert.equal(points(a, b), points(b, a))
      })
    )
  })

  test('never falls when a field becomes equal, the monthly rent apart', ({ assert }) => {
    const fields = ['numberNorm', 'totalMinor', 'baseMinor', 'issuedOn', 'providerId', 'concepts'] as const
    fc.assert(
      fc.property(any, any, fc.constantFrom(...fields), (a, b, field) => {
        const [one, other] = [
          invoice({ ...a, tail: null }),
          invoice({ ...b, tail: null, docType: a.docType }),
        ]
        const closer = {
          ...other,
          [field]: one[field],
          ...(field === 'numberNorm' ? { numberKey: one.numberKey } : {}),
        }
        if (duplicateScore(one, other).points === 0) return

        assert.isAtLeast(duplicateScore(one, closer).points, duplicateScore(one, other).points)
      })
    )
  })

  test('what recognition confuses is told from what differs', ({ assert }) => {
    const letters: [string, string][] = [
      ['0', 'O'],
      ['1', 'I'],
      ['1', 'L'],
      ['5', 'S'],
      ['8', 'B'],
      ['2', 'Z'],
    ]
    const number = fc.stringMatching(/^[A-Z0-9]{4,10}$/)
    fc.assert(
      fc.property(number, fc.nat(10), fc.constantFrom(...letters), (text, at, [digit, letter]) => {
        const [printed, read] = [
          text.slice(0, at) + digit + text.slice(at),
          text.slice(0, at) + letter + text.slice(at),
        ]

        assert.isTrue(areConfusable(printed, read))
        assert.isTrue(areConfusable(read, printed))
      })
    )
    fc.assert(
      fc.property(number, fc.nat(9), (text, at) => {
        const cut = text.slice(0, at % text.length) + text.slice((at % text.length) + 1)

        assert.equal(isOneEditApart(text, cut), true)
        assert.equal(isOneEditApart(cut, text), true)
        assert.equal(containsOther(`A${text}`, text), true)
      })
    )
    assert.isFalse(areConfusable('F123', 'F124'))
    assert.isFalse(isOneEditApart('F123', 'F145'))
  })
})
