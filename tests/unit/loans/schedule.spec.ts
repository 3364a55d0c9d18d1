import { test } from '@japa/runner'
import fc from 'fast-check'

import { isDomainError } from '#app/kernel/domain_error'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { buildSchedule, totalInterest } from '#app/loans/schedule/build_schedule'
import type { ScheduleRow, ScheduleTerms } from '#app/loans/schedule/terms'
import { customTerms, eventfulTerms, plainTerms } from '#tests/unit/loans/random_terms'
import { slowSchedule } from '#tests/unit/loans/slow_schedule'

const french: ScheduleTerms = {
  principalMinor: 10_000_000,
  annualRate: '4.500000',
  method: 'french',
  periods: 12,
  periodicity: 'monthly',
  dayCount: '30/360',
  startOn: calendarDate('2026-01-01'),
  firstPaymentOn: calendarDate('2026-02-01'),
  gracePeriods: 0,
  revisions: [],
  earlyPayments: [],
  withholdingRate: null,
  custom: null,
}

const figures = ({ interestMinor, principalMinor, totalMinor }: ScheduleRow) => [
  interestMinor,
  principalMinor,
  totalMinor,
]
const dues = (rows: ScheduleRow[]) => rows.map(({ dueOn }) => dueOn)

test.group('Schedule of a loan', () => {
  test('French: 100.000,00 at 4,50 % in twelve months', ({ assert }) => {
    const rows = buildSchedule(french)

    assert.deepEqual(figures(rows[0] as ScheduleRow), [37_500, 816_285, 853_785])
    assert.deepEqual(figures(rows[1] as ScheduleRow), [34_439, 819_346, 853_785])
    assert.deepEqual(figures(rows[11] as ScheduleRow), [3190, 850_599, 853_789])
    assert.equal(totalInterest(rows), 245_424)
  })

  test('linear: the cents that are left go one each to the first instalments', ({ assert }) => {
    const rows = buildSchedule({ ...french, method: 'linear' })

    const principals = rows.map(({ principalMinor }) => principalMinor)
    assert.deepEqual(principals, [...Array(4).fill(833_334), ...Array(8).fill(833_333)])
    assert.equal(rows[0]?.interestMinor, 37_500)
  })

  test('bullet: interest each period and the principal at the end', ({ assert }) => {
    const rows = buildSchedule({ ...french, method: 'bullet', periods: 3 })

    assert.deepEqual(rows.map(figures), [
      [37_500, 0, 37_500],
      [37_500, 0, 37_500],
      [37_500, 10_000_000, 10_037_500],
    ])
  })

  test('a loan of the last day of a month comes back to it after February', ({ assert }) => {
    const terms = {
      ...french,
      periods: 4,
      startOn: calendarDate('2026-01-31'),
      firstPaymentOn: calendarDate('2026-02-28'),
    }

    assert.deepEqual(dues(buildSchedule(terms)), ['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'])
  })

  test('an irregular first period is counted by days, the others are whole', ({ assert }) => {
    const terms = {
      ...french,
      method: 'bullet' as const,
      periods: 2,
      firstPaymentOn: calendarDate('2026-01-16'),
    }

    const rows = buildSchedule(terms)

    assert.deepEqual(dues(rows), ['2026-01-16', '2026-02-16'])
    assert.deepEqual(
      rows.map(({ interestMinor }) => interestMinor),
      [18_750, 37_500]
    )
  })

  test('without interest a french loan is repaid in equal parts', ({ assert }) => {
    const rows = buildSchedule({ ...french, annualRate: '0', periods: 3 })

    assert.deepEqual(rows.map(figures), [
      [0, 3_333_333, 3_333_333],
      [0, 3_333_333, 3_333_333],
      [0, 3_333_334, 3_333_334],
    ])
  })

  test('in grace only the interest is paid', ({ assert }) => {
    const rows = buildSchedule({ ...french, method: 'linear', periods: 4, gracePeriods: 2 })

    assert.deepEqual(
      rows.map(({ principalMinor }) => principalMinor),
      [0, 0, 5_000_000, 5_000_000]
    )
  })

  test('a revision reaches the instalments whose period begins on its day or later', ({ assert }) => {
    const revisions = [{ from: calendarDate('2026-03-15'), annualRate: '6.000000' }]

    const rows = buildSchedule({ ...french, method: 'bullet', periods: 4, revisions })

    assert.deepEqual(
      rows.map(({ interestMinor }) => interestMinor),
      [37_500, 37_500, 37_500, 50_000]
    )
  })

  test('what is paid early carries the interest up to its day, and the rest of the period only what is left', ({
    assert,
  }) => {
    const earlyPayments = [
      { on: calendarDate('2026-01-16'), principalMinor: 4_000_000, option: 'reduce_instalment' as const },
    ]

    const rows = buildSchedule({ ...french, method: 'bullet', periods: 2, earlyPayments })

    assert.deepEqual(
      rows.map(({ seq, ...row }) => [seq, ...figures({ seq, ...row })]),
      [
        [null, 18_750, 4_000_000, 4_018_750],
        [1, 11_250, 0, 11_250],
        [2, 22_500, 6_000_000, 6_022_500],
      ]
    )
  })

  test('«Reducir cuota» keeps the number of instalments, «Reducir plazo» their amount', ({ assert }) => {
    const early = { on: calendarDate('2026-05-16'), principalMinor: 2_000_000 }
    const lower = buildSchedule({ ...french, earlyPayments: [{ ...early, option: 'reduce_instalment' }] })
    const shorter = buildSchedule({ ...french, earlyPayments: [{ ...early, option: 'reduce_term' }] })

    assert.equal(lower.length, 13)
    assert.isBelow(Number(lower[7]?.totalMinor), 853_785)
    assert.equal(shorter.length, 11)
    assert.equal(shorter[7]?.totalMinor, 853_785)
  })

  test('whoever pays all early owes no instalment more', ({ assert }) => {
    const earlyPayments = [
      { on: calendarDate('2026-02-01'), principalMinor: 9_183_715, option: 'reduce_term' as const },
    ]

    const rows = buildSchedule({ ...french, earlyPayments })

    assert.deepEqual(
      rows.map(({ seq }) => seq),
      [1, null]
    )
    assert.deepEqual(figures(rows[1] as ScheduleRow), [0, 9_183_715, 9_183_715])
  })

  test('more than is owed, and after the last instalment, nothing is paid early', ({ assert }) => {
    const early = (day: string, principalMinor: number) => () =>
      buildSchedule({
        ...french,
        earlyPayments: [{ on: calendarDate(day), principalMinor, option: 'reduce_term' }],
      })

    assert.throws(
      early('2026-02-01', 9_183_716),
      'La amortización del 01/02/2026 supera el capital pendiente.'
    )
    assert.throws(
      early('2027-01-01', 1),
      'La amortización del 01/01/2027 es posterior a la última cuota del cuadro.'
    )
  })

  test('the principal of five thousand loans is repaid to the cent', ({ assert }) => {
    fc.assert(
      fc.property(plainTerms(480), (terms) => {
        const rows = buildSchedule(terms)
        let owed = terms.principalMinor
        for (const row of rows) {
          if (row.openingMinor !== owed || row.principalMinor < 0 || row.interestMinor < 0) return false
          owed -= row.principalMinor
        }
        return owed === 0 && rows.length === terms.periods
      }),
      { numRuns: 5000 }
    )
    assert.isTrue(true)
  })

  test('it is what a slow and simple implementation says, whatever happens to the loan', ({ assert }) => {
    fc.assert(
      fc.property(fc.oneof({ weight: 4, arbitrary: eventfulTerms(26) }, customTerms()), (terms) => {
        const [rows, refusal] = tried(terms)
        if (refusal !== null) return
        assert.deepEqual(rows, slowSchedule(terms))
      }),
      { numRuns: 600 }
    )
  })
})

function tried(terms: ScheduleTerms): [ScheduleRow[], null] | [null, string] {
  try {
    return [buildSchedule(terms), null]
  } catch (error) {
    if (isDomainError(error)) return [null, error.message]
    throw error
  }
}
