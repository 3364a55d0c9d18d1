import { type Actor, recordEvent } from '#app/audit/record_event'
import { execute, inTransaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { givenReason } from '#app/kernel/text/given_reason'
import {
  closeFiscalYear,
  type LockedYear,
  lockFiscalYear,
  reopenFiscalYear,
} from '#app/ledger/actions/close_fiscal_year'
import { type FiscalYearTransition, fiscalYearWorkflow } from '#app/ledger/workflows/fiscal_year_workflow'

/**
 * Closes a year provisionally, reopens it, closes it for good or takes that back, with who did it and why (area 00 §5).
 * Throws at `reason` when one is needed and E_TRANSITION for a step that does not start in the year's state.
 */
export async function moveFiscalYear(
  yearId: number,
  transition: FiscalYearTransition,
  reason: string | null,
  actor: Actor
): Promise<void> {
  const isUndoing = transition === 'reopen' || transition === 'undo_close'
  if (isUndoing) givenReason(reason)
  await inTransaction(async (trx) => {
    const year = await lockFiscalYear(yearId, trx)
    if (!year) throw new DomainError('E_FISCAL_YEAR', 'El ejercicio no existe.')
    const to = fiscalYearWorkflow.next(year.status, transition)
    if (transition === 'close') await closeFiscalYear(year, actor.userId, trx)
    else if (transition === 'undo_close') await reopenFiscalYear(year, reason ?? '', actor.userId, trx)
    else await execute(`update fiscal_years set status = :to where id = :yearId`, { yearId, to }, trx)
    await recordEvent(eventOf(year, transition, to, reason, actor), trx)
  })
}

function eventOf(
  year: LockedYear,
  transition: FiscalYearTransition,
  to: string,
  reason: string | null,
  actor: Actor
) {
  return {
    actor,
    objectType: 'fiscal_year',
    objectId: year.id,
    siteId: year.siteId,
    event: `fiscal_year.${transition}`,
    from: year.status,
    to,
    reason,
  }
}
