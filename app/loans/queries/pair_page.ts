import { oneRow, rows } from '#app/kernel/database/sql'
import type { MoneyJson } from '#app/kernel/money/money'
import {
  addMonths,
  type CalendarDate,
  endOfMonth,
  minDay,
  startOfMonth,
} from '#app/kernel/time/calendar_date'
import { LOAN_KINDS, type LoanKind, MOVEMENT_TYPES, type MovementType } from '#app/loans/loan_labels'
import { debtsOn } from '#app/loans/queries/debts_on'
import { amountOf } from '#app/loans/queries/loans_summary'
import { rateText } from '#app/loans/queries/rate_text'
import { type LoanStatus, loanWorkflow } from '#app/loans/workflows/loan_workflow'

const MONTHS = 12
const MOVEMENTS_MAX = 200
const euros = (minor: number): MoneyJson => ({ minor, currency: 'EUR' })

export type Pair = { lenderId: number; borrowerId: number }

/** What two companies owe each other: their loans on a day, the movements, the interest of each month and how it went. */
export async function pairPage({ lenderId, borrowerId }: Pair, day: CalendarDate) {
  const both = { one: lenderId, other: borrowerId }
  const [names, loans, movements, interest, balances, books] = await Promise.all([
    namesOf(both),
    loansOf(both, day),
    movementsOf(both, day),
    interestOf(both, day),
    balancesOf({ lenderId, borrowerId }, day),
    bookedOf(both, day),
  ])
  const debts = await pairDebts({ lenderId, borrowerId }, day)
  return {
    lender: { id: lenderId, name: names.find(({ id }) => id === lenderId)?.name ?? '' },
    borrower: { id: borrowerId, name: names.find(({ id }) => id === borrowerId)?.name ?? '' },
    loans: loans.map((loan) => loanLine(loan, debts)),
    current: euros(
      netOf(
        debts.filter(({ loanId }) => loanId === null),
        lenderId
      )
    ),
    net: euros(netOf(debts, lenderId)),
    movements,
    interest,
    balances,
    /** What the books of the first say that the second owes it, all accounts together. */
    booked: euros(books),
  }
}

type Both = { one: number; other: number }
const PAIR = `(l.lender_site_id = :one and l.borrower_site_id = :other or l.lender_site_id = :other and l.borrower_site_id = :one)`

const namesOf = ({ one, other }: Both) =>
  rows<{ id: number; name: string }>(
    `select id, legal_name::text as name from sites where id in (:one, :other)`,
    { one, other }
  )

type LoanOfPair = {
  id: number
  number: string
  lenderSiteId: number
  kind: LoanKind
  principalMinor: number | null
  rate: string
  startOn: CalendarDate
  maturityOn: CalendarDate | null
  status: LoanStatus
}

const loansOf = (both: Both, day: CalendarDate): Promise<LoanOfPair[]> =>
  rows<LoanOfPair>(
    `select l.id, l.number, l.lender_site_id, l.kind, l.principal_minor, coalesce((select r.rate from loan_rate_revisions r where r.loan_id = l.id and r.effective_on <= :day
          order by r.from_on desc limit 1), l.rate)::text as rate, l.start_on, l.maturity_on, l.status
       from loans l where ${PAIR} and l.status <> 'cancelled' order by l.status = 'settled', l.start_on, l.id`,
    { ...both, day }
  )

type PairDebt = Awaited<ReturnType<typeof debtsOn>>[number]

async function pairDebts({ lenderId, borrowerId }: Pair, day: CalendarDate): Promise<PairDebt[]> {
  const debts = await debtsOn(day, [lenderId])
  return debts.filter(
    (debt) =>
      (debt.lenderId === lenderId && debt.borrowerId === borrowerId) ||
      (debt.lenderId === borrowerId && debt.borrowerId === lenderId)
  )
}

/** What the first has to receive of all of them, less what it owes. */
const netOf = (debts: readonly PairDebt[], lenderId: number): number =>
  debts.reduce((sum, debt) => sum + (debt.lenderId === lenderId ? 1 : -1) * amountOf('total')(debt), 0)

function loanLine(loan: LoanOfPair, debts: readonly PairDebt[]) {
  const debt = debts.find(({ loanId }) => loanId === loan.id)
  return {
    id: loan.id,
    number: loan.number,
    lenderSiteId: loan.lenderSiteId,
    kind: LOAN_KINDS[loan.kind],
    principal: loan.principalMinor === null ? null : euros(loan.principalMinor),
    outstanding: euros(debt?.principalMinor ?? 0),
    interest: euros(debt?.interestMinor ?? 0),
    rate: rateText(loan.rate),
    startOn: loan.startOn,
    maturityOn: loan.maturityOn,
    status: { label: loanWorkflow.label(loan.status), tone: loanWorkflow.tone(loan.status) },
  }
}

async function movementsOf(both: Both, day: CalendarDate) {
  const found = await rows<{
    id: number
    loanId: number
    number: string
    type: MovementType
    valueOn: CalendarDate
    principalMinor: number
    interestMinor: number
  }>(
    `select m.id, l.id as loan_id, l.number, m.type, m.value_on, m.principal_minor, m.interest_minor from loan_movements m join loans l on l.id = m.loan_id
      where ${PAIR} and m.value_on <= :day order by m.value_on desc, m.id desc limit ${MOVEMENTS_MAX}`,
    { ...both, day }
  )
  return found.map(({ type, principalMinor, interestMinor, ...movement }) => ({
    ...movement,
    type: MOVEMENT_TYPES[type],
    principal: euros(principalMinor),
    interest: euros(interestMinor),
  }))
}

/** Interest that was booked by month, of both directions. */
async function interestOf(both: Both, day: CalendarDate) {
  const found = await rows<{ period: CalendarDate; minor: number }>(
    `select a.period, sum(a.interest_minor)::bigint as minor from loan_accruals a join loans l on l.id = a.loan_id
      where ${PAIR} and a.period <= :day and a.period > :from group by 1 order by 1 desc`,
    { ...both, day, from: addMonths(startOfMonth(day), -MONTHS) }
  )
  return found.map(({ period, minor }) => ({ period: period.slice(0, 7), amount: euros(minor) }))
}

/** What the second owed the first at the end of each of the last twelve months, principal of loans less what the first owed. */
async function balancesOf({ lenderId, borrowerId }: Pair, day: CalendarDate) {
  const days = Array.from({ length: MONTHS + 1 }, (_, index) =>
    minDay(day, endOfMonth(addMonths(startOfMonth(day), index - MONTHS)))
  )
  const found = await rows<{ day: CalendarDate; minor: number }>(
    `select d.day, coalesce((select sum(case when l.lender_site_id = :one then m.principal_minor else -m.principal_minor end) from loan_movements m join loans l on l.id = m.loan_id
        where ${PAIR} and m.value_on <= d.day), 0)::bigint as minor from unnest(:days::date[]) d(day) order by 1`,
    { one: lenderId, other: borrowerId, days }
  )
  return found.map(({ day: on, minor }) => ({ label: on.slice(0, 7), minor }))
}

async function bookedOf({ one, other }: Both, day: CalendarDate): Promise<number> {
  const { minor } = await oneRow<{ minor: number }>(
    `select coalesce(sum(amount_minor), 0)::bigint as minor from group_lines where site_id = :one and partner_id = :other and posted_on <= :day and group_balance in ('loan', 'interest', 'current')`,
    { one, other, day }
  )
  return minor
}
