import type { Actor } from '#app/audit/record_event'
import { inTransaction, row } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { takeDebt } from '#app/loans/debts/take_debt'

type Wanted = {
  pair: { lenderId: number; borrowerId: number }
  loanId: number
  amountMinor: number
  valueOn: CalendarDate
  actor: Actor
}

/** Of what two companies owe each other on their current account, so much goes into a loan of theirs. Throws what `takeDebt` throws. */
export function takeBalance({ pair, loanId, amountMinor, valueOn, actor }: Wanted): Promise<string> {
  const { lenderId, borrowerId } = pair
  return inTransaction(async (trx) => {
    const isTurned = await row(
      `select 1 as found from loans where id = :loanId and lender_site_id = :borrowerId`,
      { loanId, borrowerId },
      trx
    )
    const [creditorSiteId, debtorSiteId] = isTurned ? [borrowerId, lenderId] : [lenderId, borrowerId]
    return takeDebt(loanId, { creditorSiteId, debtorSiteId, amountMinor, valueOn, source: null, actor }, trx)
  })
}
