import { SYSTEM } from '#app/audit/record_event'
import { execute, inTransaction, rows } from '#app/kernel/database/sql'
import { addDays, type CalendarDate } from '#app/kernel/time/calendar_date'
import { endLoan } from '#app/loans/actions/end_loan'
import { recordLoan } from '#app/loans/actions/record_loan'
import { refreshInstallments } from '#app/loans/actions/refresh_installments'
import { lockLoan } from '#app/loans/terms/loan'

/** An instalment that nobody has paid for so long puts the loan in default (area 31). */
const DEFAULT_DAYS = 90

export type FollowedDays = { refreshed: number; defaulted: number; ended: number }

/**
 * What the days do to loans: instalments fall due and become overdue, loans with one that is overdue for ninety days are
 * flagged, and balances that reached their maturity with nothing owed are settled.
 */
export async function followDays(day: CalendarDate): Promise<FollowedDays> {
  const refreshed = await refreshInstallments({ day })
  const defaulted = await flagDefaults(day)
  const over = await rows<{ id: number }>(
    `select id from loans where status = 'active' and (kind = 'term' or maturity_on <= :day)
        and not exists (select 1 from loan_installments i where i.loan_id = loans.id and i.replaced_in is null and i.status not in ('paid', 'offset')) order by id`,
    { day }
  )
  let ended = 0
  for (const { id } of over) {
    await inTransaction(async (trx) => {
      await endLoan(await lockLoan(id, trx), SYSTEM, trx)
      if ((await lockLoan(id, trx)).status === 'settled') ended++
    })
  }
  return { refreshed, defaulted, ended }
}

async function flagDefaults(day: CalendarDate): Promise<number> {
  const changed = await rows<{ id: number; isLate: boolean }>(
    `select l.id, late.is_late from loans l cross join lateral (select exists (select 1 from loan_installments i where i.loan_id = l.id and i.replaced_in is null
          and i.status not in ('paid', 'offset') and i.due_on <= :limit) as is_late) late
      where l.status = 'active' and (l.defaulted_on is not null) <> late.is_late order by l.id`,
    { limit: addDays(day, -DEFAULT_DAYS) }
  )
  for (const { id, isLate } of changed) {
    await inTransaction(async (trx) => {
      const loan = await lockLoan(id, trx)
      await execute(
        `update loans set defaulted_on = :defaultedOn, lock_version = lock_version + 1 where id = :id`,
        { id, defaultedOn: isLate ? day : null },
        trx
      )
      await recordLoan(loan, isLate ? 'loan.defaulted' : 'loan.default_ended', SYSTEM, trx)
    })
  }
  return changed.filter(({ isLate }) => isLate).length
}
