import { oneRow } from '#app/kernel/database/sql'
import { addMonths, calendarDate } from '#app/kernel/time/calendar_date'
import { activate, type LoanStage, makeLoanStage, makeReadyLoan } from '#tests/factories/loans'

const COMPANIES = 20
const MONTHS = 67
const LOADED_ON = calendarDate('2026-09-30')
const FIRST = calendarDate('2024-01-01')

/** Loans of sixty-seven months between twenty companies, begun over two years and taken over in the third, by the product's own acts. */
export async function seedLoans(loans: number): Promise<{ loans: number; installments: number }> {
  const { loans: there } = await counted()
  if (there >= loans) return counted()
  const stage = await makeLoanStage(COMPANIES)
  for (let at = there; at < loans; at++) await activate(stage, await makeLoan(stage, at))
  return counted()
}

function makeLoan(stage: LoanStage, at: number): Promise<number> {
  const lender = stage.companies[at % COMPANIES]
  const borrower = stage.companies[(at + 1 + (Math.floor(at / COMPANIES) % (COMPANIES - 1))) % COMPANIES]
  if (!lender || !borrower) throw new Error('A company that there is not')
  const startOn = addMonths(FIRST, at % 24)
  return makeReadyLoan(stage, {
    lender,
    borrower,
    principalMinor: 1_000_000 + at * 10_000,
    method: at % 2 === 0 ? 'french' : 'linear',
    startOn,
    firstPaymentOn: addMonths(startOn, 1),
    periods: MONTHS,
    loadedOn: LOADED_ON,
  })
}

const counted = () =>
  oneRow<{ loans: number; installments: number }>(
    `select count(*)::int as loans, (select count(*)::int from loan_installments where replaced_in is null) as installments from loans where status = 'active'`
  )
