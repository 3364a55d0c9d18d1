import fc from 'fast-check'

import { addDays, addMonths, calendarDate } from '#app/kernel/time/calendar_date'
import { DAY_COUNTS } from '#app/loans/schedule/day_count'
import { PERIOD_MONTHS } from '#app/loans/schedule/periods'
import { EARLY_OPTIONS, PERIODICITIES, type ScheduleTerms } from '#app/loans/schedule/terms'

/** A day between 2023 and 2030, often the end of a month. */
const startDay = fc
  .tuple(fc.integer({ min: 0, max: 2900 }), fc.constantFrom(0, 1, 2), fc.integer({ min: 0, max: 95 }))
  .map(([days, kind, months]) =>
    kind === 0 ? addMonths(calendarDate('2023-01-31'), months) : addDays(calendarDate('2023-01-01'), days)
  )

/** A percentage a year from 0 to 30 with up to six decimals. */
const rate = fc.oneof(
  fc.constantFrom('0.000000', '4.500000', '30.000000'),
  fc.integer({ min: 0, max: 30_000_000 }).map((units) => (units / 1_000_000).toFixed(6))
)

/** Terms of a loan whose principal is repaid by a rule, without events. */
export function plainTerms(countMax: number): fc.Arbitrary<ScheduleTerms> {
  return fc
    .record({
      principalMinor: fc.oneof(
        fc.integer({ min: 1, max: 5000 }),
        fc.integer({ min: 1, max: 10_000_000_000 })
      ),
      annualRate: rate,
      method: fc.constantFrom('french' as const, 'linear' as const, 'bullet' as const),
      periods: fc.integer({ min: 1, max: countMax }),
      periodicity: fc.constantFrom(...PERIODICITIES),
      dayCount: fc.constantFrom(...DAY_COUNTS),
      startOn: startDay,
      offset: fc.option(fc.integer({ min: 1, max: 200 })),
      grace: fc.nat(),
      withholdingRate: fc.constantFrom(null, '19.00', '0.00'),
    })
    .map(({ offset, grace, ...terms }) => {
      const months = PERIOD_MONTHS[terms.periodicity]
      const periods = months === null ? 1 : terms.periods
      const regular = addMonths(terms.startOn, months ?? 7)
      return {
        ...terms,
        periods,
        firstPaymentOn: offset === null ? regular : addDays(terms.startOn, offset),
        gracePeriods: grace % 3 === 0 ? grace % periods : 0,
        revisions: [],
        earlyPayments: [],
        custom: null,
      }
    })
}

/** The same with revisions and early payments, each of them less than what may be owed then. */
export function eventfulTerms(countMax: number): fc.Arbitrary<ScheduleTerms> {
  const event = fc.record({
    days: fc.integer({ min: 0, max: 700 }),
    thousandths: fc.integer({ min: 1, max: 150 }),
    option: fc.constantFrom(...EARLY_OPTIONS),
    isOnDue: fc.boolean(),
    months: fc.integer({ min: 0, max: 24 }),
  })
  return fc
    .record({
      terms: plainTerms(countMax),
      revisions: fc.array(fc.record({ days: fc.integer({ min: -20, max: 900 }), annualRate: rate }), {
        maxLength: 3,
      }),
      events: fc.array(event, { maxLength: 4 }),
    })
    .map(({ terms, revisions, events }) => ({
      ...terms,
      revisions: [...new Map(revisions.map((one) => [one.days, one])).values()].map(
        ({ days, annualRate }) => ({
          from: addDays(terms.startOn, days),
          annualRate,
        })
      ),
      earlyPayments: events.map(({ days, thousandths, option, isOnDue, months }) => ({
        on: isOnDue ? addMonths(terms.startOn, months) : addDays(terms.startOn, days),
        principalMinor: Math.max(1, Math.floor((terms.principalMinor * thousandths) / 1000)),
        option,
      })),
    }))
}

/** Terms with a list of days and amounts that add up to the principal. */
export function customTerms(): fc.Arbitrary<ScheduleTerms> {
  return fc
    .record({
      terms: plainTerms(12),
      steps: fc.array(
        fc.record({ days: fc.integer({ min: 1, max: 120 }), amount: fc.integer({ min: 0, max: 500_000 }) }),
        {
          minLength: 1,
          maxLength: 10,
        }
      ),
    })
    .map(({ terms, steps }) => {
      let day = terms.startOn
      const custom = steps.map(({ days, amount }) => {
        day = addDays(day, days)
        return { dueOn: day, principalMinor: amount }
      })
      return {
        ...terms,
        method: 'custom',
        principalMinor: custom.reduce((sum, { principalMinor }) => sum + principalMinor, 0),
        periods: custom.length,
        firstPaymentOn: custom[0]?.dueOn ?? terms.firstPaymentOn,
        gracePeriods: 0,
        custom,
      }
    })
}
