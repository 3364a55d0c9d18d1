import { type Actor, recordEvent } from '#app/audit/record_event'
import type { Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import type { Loan } from '#app/loans/terms/loan'

type Said = {
  from?: string | null
  to?: string | null
  reason?: string | null
  diff?: Record<string, [unknown, unknown]> | null
}

/** A line in the trail of a loan, under the company that owes. */
export function recordLoan(
  { id, borrowerSiteId }: Pick<Loan, 'id' | 'borrowerSiteId'>,
  event: string,
  actor: Actor,
  trx: Transaction,
  said: Said = {}
): Promise<void> {
  return recordEvent({ actor, objectType: 'loan', objectId: id, siteId: borrowerSiteId, event, ...said }, trx)
}

/** Throws E_STALE when somebody saved since the form was opened. */
export function refuseStale({ lockVersion }: Pick<Loan, 'lockVersion'>, shown: number): void {
  if (lockVersion === shown) return
  throw new DomainError('E_STALE', 'Otro usuario ha modificado este registro. Recargue la página.', {
    field: 'form',
  })
}
