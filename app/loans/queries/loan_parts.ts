import { rows } from '#app/kernel/database/sql'
import { type CalendarDate, endOfMonth } from '#app/kernel/time/calendar_date'
import { paymentsOf } from '#app/ledger/document_payments'
import {
  LOAN_FILE_KINDS,
  type LoanFileKind,
  type LoanPaymentType,
  MOVEMENT_TYPES,
  type MovementType,
  PAYMENT_TYPES,
} from '#app/loans/loan_labels'
import type { LoanViewer } from '#app/loans/queries/loan_viewer'
import { rateText } from '#app/loans/queries/rate_text'
import type { Loan } from '#app/loans/terms/loan'

const LISTED_MAX = 500

type FoundMovement = {
  id: number
  type: MovementType
  valueOn: CalendarDate
  principalMinor: number
  interestMinor: number
  feeMinor: number
  withholdingMinor: number
  balanceMinor: number
  isReversed: boolean
  isOpening: boolean
  hasPayment: boolean
  compensationId: number | null
  compensation: string | null
  note: string | null
  who: string | null
}

/** Movements of a loan, the newest first, with what was owed after each. */
export async function listMovements(loan: Loan, viewer: LoanViewer) {
  const found = await rows<FoundMovement>(
    `select m.id, m.type, m.value_on, m.principal_minor, m.interest_minor, m.fee_minor, m.withholding_minor,
        sum(m.principal_minor) over (order by m.value_on, m.id)::bigint as balance_minor, exists (select 1 from loan_movements r where r.reverses_id = m.id) as is_reversed,
        m.is_opening, m.loan_payment_id is not null as has_payment, c.id as compensation_id, c.number as compensation, m.note, u.name as who
       from loan_movements m left join loan_compensations c on c.id = m.loan_compensation_id left join users u on u.id = m.created_by
      where m.loan_id = :id order by m.value_on desc, m.id desc limit ${LISTED_MAX}`,
    { id: loan.id }
  )
  const money = (minor: number) => ({ minor, currency: loan.currency })
  return found.map((movement) => ({
    id: movement.id,
    type: MOVEMENT_TYPES[movement.type],
    valueOn: movement.valueOn,
    principal: money(movement.principalMinor),
    interest: money(movement.interestMinor),
    fee: money(movement.feeMinor),
    withholding: money(movement.withholdingMinor),
    balance: money(movement.balanceMinor),
    isReversed: movement.isReversed,
    compensation:
      movement.compensationId === null
        ? null
        : { id: movement.compensationId, number: movement.compensation ?? '' },
    note: movement.note,
    who: movement.who,
    canReverse: viewer.isOwn && viewer.role === 's1st3ma' && isUndone(movement),
  }))
}

const isUndone = (movement: FoundMovement) =>
  !movement.isReversed &&
  !movement.isOpening &&
  movement.compensationId === null &&
  movement.type !== 'reversal' &&
  movement.type !== 'capitalisation'

type FoundPayment = {
  id: number
  type: LoanPaymentType
  amountMinor: number
  valueOn: CalendarDate
  status: 'unordered' | 'ordered' | 'settled' | 'cancelled'
}

/** Payments of a loan that are not done, with their orders. */
export async function listPayments(loan: Loan) {
  const found = await rows<FoundPayment>(
    `select id, type, amount_minor, value_on, status from loan_payments where loan_id = :id and status in ('unordered', 'ordered') order by id desc limit ${LISTED_MAX}`,
    { id: loan.id }
  )
  const orders = await paymentsOf(
    'loan_payment',
    found.map(({ id }) => id)
  )
  return found.map((payment) => {
    const own = orders.filter(({ documentId }) => documentId === payment.id)
    const last = own.at(-1)
    return {
      id: payment.id,
      type: PAYMENT_TYPES[payment.type],
      amount: { minor: payment.amountMinor, currency: loan.currency },
      valueOn: payment.valueOn,
      order: last ? { id: last.id, number: last.number } : null,
      isOrdered: payment.status === 'ordered',
    }
  })
}

/** Interest by month as the books have it. */
export async function listAccruals(loan: Loan) {
  const found = await rows<{
    period: CalendarDate
    days: number
    baseMinor: number
    interestMinor: number
    postedOn: CalendarDate
  }>(
    `select period, days, base_minor, interest_minor, posted_on from loan_accruals where loan_id = :id order by period desc limit ${LISTED_MAX}`,
    { id: loan.id }
  )
  return found.map(({ period, days, baseMinor, interestMinor, postedOn }) => ({
    period: period.slice(0, 7),
    days,
    base: { minor: baseMinor, currency: loan.currency },
    interest: { minor: interestMinor, currency: loan.currency },
    postedOn,
    /** The month was closed: it stands on the first day that was open. */
    isLate: postedOn > endOfMonth(period),
  }))
}

/** Rates of a loan, the newest first. */
export async function listRevisions(loan: Loan) {
  const found = await rows<{
    id: number
    fromOn: CalendarDate
    effectiveOn: CalendarDate
    rate: string
    source: string
    who: string | null
  }>(
    `select r.id, r.from_on, r.effective_on, r.rate::text as rate, r.source, u.name as who from loan_rate_revisions r left join users u on u.id = r.created_by
      where r.loan_id = :id order by r.from_on desc`,
    { id: loan.id }
  )
  return found.map(({ rate, ...revision }) => ({ ...revision, rate: rateText(rate) }))
}

/** Papers of a loan. */
export async function listFiles(loan: Loan, viewer: LoanViewer) {
  const found = await rows<{
    id: number
    kind: LoanFileKind
    name: string
    sizeBytes: number
    who: string | null
    at: string
  }>(
    `select f.id, f.kind, s.name, s.size_bytes, u.name as who, f.created_at as at from loan_files f join files s on s.id = f.file_id left join users u on u.id = f.created_by
      where f.loan_id = :id order by f.id`,
    { id: loan.id }
  )
  return found.map(({ kind, ...file }) => ({
    ...file,
    kind: LOAN_FILE_KINDS[kind],
    canRemove:
      viewer.isOwn && loan.status !== 'cancelled' && (loan.status === 'draft' || kind !== 'contract'),
  }))
}

/** Entries of a loan in the books of those of its companies that the reader works with, the newest first. */
export async function listEntries(loan: Loan, { siteIds }: LoanViewer) {
  const found = await rows<{
    id: number
    entryNo: number
    siteId: number
    site: string
    postedOn: CalendarDate
    description: string
    minor: number
    isReversed: boolean
  }>(
    `select e.id, e.entry_no, e.site_id, s.code as site, e.posted_on, e.description, x.minor, exists (select 1 from journal_entries r where r.reverses_id = e.id) as is_reversed
       from (select distinct entry_id from journal_lines where document_type = 'loan' and document_id = :id) d
       join journal_entries e on e.id = d.entry_id and (:all or e.site_id = any(:siteIds::bigint[])) join sites s on s.id = e.site_id
       cross join lateral (select sum(base_minor) filter (where base_minor > 0)::bigint as minor from journal_lines l where l.entry_id = e.id) x
      order by e.posted_on desc, e.id desc limit ${LISTED_MAX}`,
    { id: loan.id, all: siteIds === 'all', siteIds: siteIds === 'all' ? [] : siteIds }
  )
  return found.map(({ minor, ...entry }) => ({ ...entry, amount: { minor, currency: loan.currency } }))
}
