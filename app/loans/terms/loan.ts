import type { Actor } from '#app/audit/record_event'
import { type Client, execute, oneRow, type Transaction } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import type { LoanKind, RateType } from '#app/loans/loan_labels'
import type { DayCount } from '#app/loans/schedule/day_count'
import type { Method, Periodicity } from '#app/loans/schedule/terms'
import type { LoanStatus } from '#app/loans/workflows/loan_workflow'

/** A loan as it was agreed and where it stands; amounts in cents of its currency, rates in percent as decimal text. */
export type Loan = {
  id: number
  number: string
  /** The company that lends; null where a bank does, which `lenderName` names. */
  lenderSiteId: number | null
  lenderName: string | null
  borrowerSiteId: number
  kind: LoanKind
  currency: string
  /** Amount of a term loan, limit of a credit line; null of a current account. */
  principalMinor: number | null
  method: Method | null
  rateType: RateType
  rate: string
  rateIndex: string | null
  spread: string | null
  dayCount: DayCount
  periodicity: Periodicity | null
  startOn: CalendarDate
  firstPaymentOn: CalendarDate | null
  periods: number | null
  maturityOn: CalendarDate | null
  gracePeriods: number
  custom: { dueOn: CalendarDate; principalMinor: number }[] | null
  capitalise: boolean
  withholdingRate: string
  feeMinor: number
  autoPay: boolean
  lenderAccountId: number | null
  borrowerAccountId: number | null
  status: LoanStatus
  scheduleVersion: number
  isConfigured: boolean
  loadedOn: CalendarDate | null
  /** What was owed of a balance when it was entered. */
  loadedMinor: number | null
  lenderRequired: number | null
  borrowerRequired: number | null
  defaultedOn: CalendarDate | null
  settledOn: CalendarDate | null
  marketRateNote: string | null
  fingerprint: string
  lockVersion: number
  createdBy: number | null
  updatedBy: number | null
}

const COLUMNS = `l.id, l.number, l.lender_site_id, l.lender_name, l.borrower_site_id, l.kind, l.currency, l.principal_minor, l.method, l.rate_type, l.rate::text as rate,
  l.rate_index, l.spread::text as spread, l.day_count, l.periodicity, l.start_on, l.first_payment_on, l.periods, l.maturity_on, l.grace_periods, l.custom, l.capitalise,
  l.withholding_rate::text as withholding_rate, l.fee_minor, l.auto_pay, l.lender_account_id, l.borrower_account_id, l.status, l.schedule_version,
  l.configured_at is not null as is_configured, l.loaded_on, l.loaded_minor, l.lender_required, l.borrower_required, l.defaulted_on, l.settled_on, l.market_rate_note,
  loan_fingerprint(l) as fingerprint, l.lock_version, l.created_by, l.updated_by`

/** A loan by its key. Throws where there is none. */
export const readLoan = (loanId: number, client?: Client): Promise<Loan> =>
  oneRow<Loan>(`select ${COLUMNS} from loans l where l.id = :loanId`, { loanId }, client)

/** The same under its lock: locked first and read afterwards, for a statement that waits for a lock sees what stood before. */
export async function lockLoan(loanId: number, trx: Transaction): Promise<Loan> {
  await execute(`select 1 from loans where id = :loanId for update`, { loanId }, trx)
  return readLoan(loanId, trx)
}

/** The companies of a loan in whose books it stands, the lender first. */
export const companiesOf = ({
  lenderSiteId,
  borrowerSiteId,
}: Pick<Loan, 'lenderSiteId' | 'borrowerSiteId'>): number[] =>
  lenderSiteId === null ? [borrowerSiteId] : [lenderSiteId, borrowerSiteId]

/**
 * In whose name the payment is asked for that pays a loan out: whoever wrote its terms last. An approval of the loan only lets
 * it be made, so that who gave the last one may approve the payment too, and who wrote the loan may not.
 */
export const authorOf = ({ createdBy, updatedBy }: Pick<Loan, 'createdBy' | 'updatedBy'>): Actor => ({
  userId: updatedBy ?? createdBy,
  kind: 'system',
})
