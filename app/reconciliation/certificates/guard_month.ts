import { rows } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money/money'
import { endOfMonth, formatDay } from '#app/kernel/time/calendar_date'
import type { MonthGuard } from '#app/ledger/month_guards'
import { monthPosition } from '#app/reconciliation/certificates/month_position'

/**
 * A month is locked only when bank and books agree (area 01 §4): for each account of the company that has statements, one
 * reaches the last day and nothing of the difference is unexplained. Throws E_UNEXPLAINED at `reason`, naming the accounts.
 */
export const guardUnexplained: MonthGuard = async ({ siteId, month }, trx) => {
  const last = endOfMonth(month)
  const accounts = await rows<{ id: number; name: string; currency: string }>(
    `select b.id, b.name, b.currency from bank_accounts b where b.site_id = :siteId and b.opened_on <= :last and b.status <> 'closed'
        and exists (select 1 from bank_statements s where s.bank_account_id = b.id) order by b.name`,
    { siteId, last },
    trx
  )
  const problems: string[] = []
  for (const { id, name, currency } of accounts) {
    const position = await monthPosition(id, last, trx)
    if (!position) problems.push(`${name} (sin extracto hasta el ${formatDay(last)})`)
    else if (position.unexplainedMinor !== 0)
      problems.push(`${name} (${formatAmount(position.unexplainedMinor, currency)})`)
  }
  if (problems.length > 0)
    throw new DomainError(
      'E_UNEXPLAINED',
      `El mes no se puede bloquear: hay diferencias sin explicar entre banco y libros en ${problems.join(', ')}. Revíselas en la pestaña «Conciliación» de cada cuenta.`,
      { field: 'reason' }
    )
}
