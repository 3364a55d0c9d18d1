import { test } from '@japa/runner'
import fc from 'fast-check'
import { exemptMinor, type LegalLimit, limitOn, mileageMinor } from '#app/expenses/allowances'
import { fillText, refuseUnknownVariables } from '#app/expenses/email_text'
import { type PolicyRow, policyFor } from '#app/expenses/policy'
import { approvedVat, expenseNotePosting, type NoteToPost } from '#app/expenses/postings/expense_note_posting'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { mileageOf } from '../../../inertia/pages/expenses/note_lines/note_line_values.js'

const LIMITS: LegalLimit[] = [
  { kind: 'kilometre', validFrom: calendarDate('2007-04-01'), amountMinor: 19 },
  { kind: 'kilometre', validFrom: calendarDate('2023-07-17'), amountMinor: 26 },
  { kind: 'overnight', validFrom: calendarDate('2007-04-01'), amountMinor: 5_334 },
]

test.group('Allowances', () => {
  test('the limit is that of the day of the expense, not of today', ({ assert }) => {
    assert.equal(limitOn(LIMITS, 'kilometre', calendarDate('2023-07-16')), 19)
    assert.equal(limitOn(LIMITS, 'kilometre', calendarDate('2023-07-17')), 26)
    assert.isNull(limitOn(LIMITS, 'kilometre', calendarDate('2000-01-01')))
  })

  test('kilometres are paid to the cent, the half cent up, alike on the page and on the server', ({
    assert,
  }) => {
    assert.equal(mileageMinor('42.5', 26), 1_105)
    assert.equal(mileageMinor('0.5', 25), 13)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999 }), fc.integer({ min: 1, max: 200 }), (tenths, rate) => {
        const km = `${Math.floor(tenths / 10)}.${tenths % 10}`
        assert.equal(mileageMinor(km, rate), Math.floor((tenths * rate + 5) / 10))
        assert.equal(mileageOf(km, rate), mileageMinor(km, rate))
      })
    )
  })

  test('never more is exempt than was asked for, and never more than the law leaves free', ({ assert }) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        fc.integer({ min: 1, max: 60 }),
        (totalMinor, days) => {
          const exempt = exemptMinor(
            {
              category: 'per_diem',
              spentOn: calendarDate('2026-05-01'),
              totalMinor,
              km: null,
              perDiemKind: 'overnight',
              days,
            },
            LIMITS
          )
          assert.equal(exempt, Math.min(totalMinor, 5_334 * days))
        }
      )
    )
  })
})

test.group('What the house allows', () => {
  const row = (given: Partial<PolicyRow>): PolicyRow => ({
    siteId: null,
    category: null,
    maxPerLineMinor: null,
    maxPerDayMinor: null,
    kmRateMinor: null,
    receiptRequiredAboveMinor: null,
    monthsBack: null,
    ...given,
  })

  test('the company speaks before the group, the category before all of them, field by field', ({
    assert,
  }) => {
    const policies = [
      row({ kmRateMinor: 26, monthsBack: 3, maxPerLineMinor: 100 }),
      row({ category: 'meal', maxPerLineMinor: 200 }),
      row({ siteId: 1, maxPerLineMinor: 300 }),
      row({ siteId: 1, category: 'meal', maxPerDayMinor: 400 }),
    ]

    const policy = policyFor(policies, 'meal')

    assert.deepInclude(policy, { maxPerLineMinor: 300, maxPerDayMinor: 400, kmRateMinor: 26, monthsBack: 3 })
    assert.equal(policyFor([], 'meal').monthsBack, 3)
  })
})

test.group('The entry of an expense note', () => {
  const line = fc
    .record({
      totalMinor: fc.integer({ min: 1, max: 5_000_000 }),
      vatShare: fc.integer({ min: 0, max: 99 }),
      approvedShare: fc.integer({ min: 0, max: 100 }),
      account: fc.integer({ min: 10, max: 13 }),
      code: fc.option(fc.integer({ min: 1, max: 3 }), { nil: null }),
    })
    .map(({ totalMinor, vatShare, approvedShare, account, code }) => ({
      accountId: account,
      concept: 'Gasto',
      totalMinor,
      vatMinor: Math.floor((totalMinor * vatShare) / 100),
      approvedMinor: Math.floor((totalMinor * approvedShare) / 100),
      vat: code === null ? null : { codeId: code, accountId: 100 + code },
    }))

  const note = (lines: NoteToPost['lines']): NoteToPost => ({
    id: 1,
    number: 'NG-2026-0001',
    version: 1,
    siteId: 1,
    claimantName: 'Lucía Romero',
    claimant: { type: 'employee', id: 7 },
    postedOn: calendarDate('2026-11-02'),
    vatPeriod: '2026-11',
    payableAccountId: 99,
    createdBy: 1,
    lines,
  })

  test('it balances, and what is owed is what was approved, to the cent', ({ assert }) => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 30 }), (lines) => {
        const draft = expenseNotePosting(note(lines))
        const approved = lines.reduce((sum, { approvedMinor }) => sum + approvedMinor, 0)
        assert.equal(
          draft.lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
          0
        )
        assert.equal(-(draft.lines.at(-1)?.amountMinor ?? 0), approved)
        const bases = draft.lines.reduce((sum, { taxBaseMinor = 0 }) => sum + taxBaseMinor, 0)
        assert.isAtMost(bases, approved)
      })
    )
  })

  test('the VAT of what was approved never exceeds the VAT, and is all of it when all is approved', ({
    assert,
  }) => {
    fc.assert(
      fc.property(line, (one) => {
        assert.isAtMost(approvedVat(one), one.vatMinor)
        assert.equal(approvedVat({ ...one, approvedMinor: one.totalMinor }), one.vatMinor)
      })
    )
  })
})

test.group('Texts of mails', () => {
  const variables = {
    nombre: '{importe}',
    numero: 'NG-1',
    empresa: 'Hotel',
    importe: '12,10 €',
    motivo: '',
    enlace_estado: 'x',
  }

  test('what is filled in is not read again', ({ assert }) => {
    assert.equal(fillText('{nombre}: {importe} {otra}', variables), '{importe}: 12,10 € {otra}')
  })

  test('a variable that nobody fills in is refused by its name', ({ assert }) => {
    assert.throws(
      () => refuseUnknownVariables('Hola {apellido}', 'body'),
      'Variable desconocida: {apellido}.'
    )
    refuseUnknownVariables('Hola {nombre} {enlace_estado}', 'body')
  })
})
