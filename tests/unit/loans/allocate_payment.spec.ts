import { test } from '@japa/runner'
import fc from 'fast-check'
import { calendarDate } from '#app/kernel/time/calendar_date'
import {
  allocateParts,
  allocatePayment,
  cashOfSplit,
  type Debt,
  payableOf,
} from '#app/loans/payments/allocate_payment'

const day = calendarDate('2026-03-31')
const debt: Debt = {
  freeMinor: 0,
  withholdingRate: '0',
  open: [
    {
      id: 1,
      dueOn: calendarDate('2026-02-28'),
      principalMinor: 1_000,
      interestMinor: 100,
      feeMinor: 50,
      withholdingMinor: 0,
    },
    {
      id: 2,
      dueOn: calendarDate('2026-03-31'),
      principalMinor: 1_000,
      interestMinor: 90,
      feeMinor: 0,
      withholdingMinor: 0,
    },
    {
      id: 3,
      dueOn: calendarDate('2026-04-30'),
      principalMinor: 1_000,
      interestMinor: 80,
      feeMinor: 0,
      withholdingMinor: 0,
    },
  ],
}

test.group('Spreading a payment', () => {
  test('goes to interest that is due, fees and principal before what is not due yet', ({ assert }) => {
    const { lines } = allocatePayment(debt, 240, day)
    assert.deepEqual(
      lines.map(({ installmentId, interestMinor, feeMinor, principalMinor }) => [
        installmentId,
        interestMinor,
        feeMinor,
        principalMinor,
      ]),
      [
        [1, 100, 50, 0],
        [2, 90, 0, 0],
      ]
    )
  })

  test('never pays more than there is, and tells what is left over', ({ assert }) => {
    const all = allocatePayment(debt, 10_000, day)
    assert.equal(all.restMinor, 10_000 - payableOf(debt))
    assert.equal(cashOfSplit(all), payableOf(debt))
  })

  test('by parts, each goes to its own', ({ assert }) => {
    const { lines, restMinor } = allocateParts(debt, { principal: 1_500, interest: 100, fee: 0 })
    assert.equal(restMinor, 0)
    assert.deepEqual(
      lines.map(({ installmentId, principalMinor }) => [installmentId, principalMinor]),
      [
        [1, 1_000],
        [2, 500],
      ]
    )
  })

  test('any amount of any debt is spread to the cent', () => {
    const open = fc.array(
      fc.record({
        principal: fc.nat(100_000),
        interest: fc.nat(5_000),
        fee: fc.nat(1_000),
        month: fc.nat(20),
      }),
      { minLength: 1, maxLength: 12 }
    )
    fc.assert(
      fc.property(open, fc.nat(500_000), fc.constantFrom('0', '19'), (some, cash, withholdingRate) => {
        const whole: Debt = {
          freeMinor: 0,
          withholdingRate,
          open: some
            .toSorted((a, b) => a.month - b.month)
            .map(({ principal, interest, fee, month }, index) => ({
              id: index + 1,
              dueOn: calendarDate(
                `${2025 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-15`
              ),
              principalMinor: principal,
              interestMinor: interest,
              feeMinor: fee,
              withholdingMinor: withholdingRate === '0' ? 0 : Math.floor((interest * 19 + 50) / 100),
            })),
        }
        const split = allocatePayment(whole, cash, day)
        if (cashOfSplit(split) + split.restMinor !== cash) return false
        return split.lines.every((line) => {
          const left = whole.open.find(({ id }) => id === line.installmentId)
          return (
            left !== undefined &&
            line.principalMinor <= left.principalMinor &&
            line.interestMinor <= left.interestMinor &&
            line.feeMinor <= left.feeMinor &&
            line.withholdingMinor <= left.withholdingMinor
          )
        })
      }),
      { numRuns: 500 }
    )
  })
})
