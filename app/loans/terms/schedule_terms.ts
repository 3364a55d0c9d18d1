import { type Client, rows } from '#app/kernel/database/sql'
import type { EarlyPayment, RateRevision, ScheduleTerms } from '#app/loans/schedule/terms'
import type { Loan } from '#app/loans/terms/loan'

type Agreed = Pick<
  Loan,
  | 'principalMinor'
  | 'rate'
  | 'method'
  | 'periods'
  | 'periodicity'
  | 'dayCount'
  | 'startOn'
  | 'firstPaymentOn'
  | 'gracePeriods'
  | 'withholdingRate'
  | 'custom'
>

/** What a schedule is worked out from. Throws for a loan that is not configured or has no schedule: that is a bug. */
export function scheduleTerms(
  loan: Agreed,
  revisions: readonly RateRevision[] = [],
  earlyPayments: readonly EarlyPayment[] = []
): ScheduleTerms {
  const { principalMinor, method, periodicity } = loan
  if (principalMinor === null || method === null || periodicity === null)
    throw new Error('A schedule of a loan that has none')
  const firstPaymentOn = loan.firstPaymentOn ?? loan.custom?.[0]?.dueOn
  if (!firstPaymentOn) throw new Error('A schedule without a first instalment')
  return {
    principalMinor,
    annualRate: loan.rate,
    method,
    periods: loan.periods ?? loan.custom?.length ?? 0,
    periodicity,
    dayCount: loan.dayCount,
    startOn: loan.startOn,
    firstPaymentOn,
    gracePeriods: loan.gracePeriods,
    revisions,
    earlyPayments,
    withholdingRate: loan.withholdingRate,
    custom: loan.custom,
  }
}

/** Rates of a loan that came after the agreed one, from the day each takes effect. */
export const revisionsOf = (loanId: number, client?: Client): Promise<RateRevision[]> =>
  rows<RateRevision>(
    `select effective_on as "from", rate::text as annual_rate from loan_rate_revisions where loan_id = :loanId order by from_on`,
    { loanId },
    client
  )

/** What of the principal was paid before its time and was not taken back, in the order it happened. */
export function earlyPaymentsOf(loanId: number, client?: Client): Promise<EarlyPayment[]> {
  return rows<EarlyPayment>(
    `select m.value_on as "on", m.early_principal_minor as principal_minor, m.early_option as option, m.early_waits as waits from loan_movements m
      where m.loan_id = :loanId and m.early_principal_minor > 0 and not exists (select 1 from loan_movements r where r.reverses_id = m.id)
      order by m.value_on, m.id`,
    { loanId },
    client
  )
}
