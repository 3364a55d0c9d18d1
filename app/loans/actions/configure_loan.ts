import { type Actor, changedFields } from '#app/audit/record_event'
import { execute, inTransaction, type Transaction } from '#app/kernel/database/sql'
import { namingTheTwin } from '#app/loans/actions/create_loan'
import { recordLoan, refuseStale } from '#app/loans/actions/record_loan'
import { buildSchedule } from '#app/loans/schedule/build_schedule'
import { type Configuration, checkConfiguration, maturityOf } from '#app/loans/terms/check_terms'
import { type Loan, lockLoan } from '#app/loans/terms/loan'
import { scheduleTerms } from '#app/loans/terms/schedule_terms'
import { loanWorkflow } from '#app/loans/workflows/loan_workflow'
import { revokeDecisions } from '#app/sites/actions/record_decision'

/**
 * «Configurar»: the terms of a draft. Approvals given before are void, for they were of something else. Throws at the field
 * that is wrong, also «El cuadro no suma el principal.».
 */
export function configureLoan(
  loanId: number,
  given: Configuration & { lockVersion: number },
  actor: Actor
): Promise<void> {
  return namingTheTwin(() =>
    inTransaction(async (trx) => {
      const loan = await lockLoan(loanId, trx)
      loanWorkflow.next(loan.status, 'configure')
      refuseStale(loan, given.lockVersion)
      checkConfiguration(loan.kind, given)
      const terms = {
        ...given,
        maturityOn: maturityOf(given),
        periods: given.custom?.length ?? given.periods,
      }
      if (loan.kind === 'term') buildSchedule(scheduleTerms({ ...loan, ...terms }))
      await save(loan.id, terms, actor, trx)
      const after = await lockLoan(loanId, trx)
      if (after.fingerprint !== loan.fingerprint) await revokeDecisions('loan', loanId, trx)
      await recordLoan(loan, 'loan.configured', actor, trx, { diff: changedFields(told(loan), told(after)) })
    })
  )
}

function save(loanId: number, terms: Configuration, { userId }: Actor, trx: Transaction): Promise<number> {
  return execute(
    `update loans set principal_minor = :principalMinor, method = :method, rate_type = :rateType, rate = :rate::numeric, rate_index = :rateIndex, spread = :spread::numeric,
        day_count = :dayCount, periodicity = :periodicity, start_on = :startOn, first_payment_on = :firstPaymentOn, periods = :periods, maturity_on = :maturityOn,
        grace_periods = :gracePeriods, custom = :custom::jsonb, capitalise = :capitalise, withholding_rate = :withholdingRate::numeric, fee_minor = :feeMinor,
        loaded_on = :loadedOn, loaded_minor = :loadedMinor, configured_at = now(), lender_required = null, borrower_required = null,
        lock_version = lock_version + 1, updated_by = :userId
      where id = :loanId`,
    {
      ...terms,
      firstPaymentOn: terms.firstPaymentOn ?? terms.custom?.[0]?.dueOn ?? null,
      custom: terms.custom === null ? null : JSON.stringify(terms.custom),
      loanId,
      userId,
    },
    trx
  )
}

/** The terms that the trail compares. */
const told = (loan: Loan): Record<string, unknown> => ({
  principal: loan.principalMinor,
  method: loan.method,
  rate_type: loan.rateType,
  rate: loan.rate,
  rate_index: loan.rateIndex,
  spread: loan.spread,
  day_count: loan.dayCount,
  periodicity: loan.periodicity,
  start_on: loan.startOn,
  first_payment_on: loan.firstPaymentOn,
  periods: loan.periods,
  maturity_on: loan.maturityOn,
  grace_periods: loan.gracePeriods,
  capitalise: loan.capitalise,
  withholding_rate: loan.withholdingRate,
  fee: loan.feeMinor,
  loaded_on: loan.loadedOn,
  loaded_amount: loan.loadedMinor,
})
