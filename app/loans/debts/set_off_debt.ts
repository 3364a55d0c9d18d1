import type { Actor } from '#app/audit/record_event'
import { row, type Transaction } from '#app/kernel/database/sql'
import { today } from '#app/kernel/time/calendar_date'
import { lockBooks } from '#app/ledger/actions/lock_reconciliations'
import type { DebtParties } from '#app/loans/debts/lending_loans'
import { type DebtOrigin, moveDebt } from '#app/loans/debts/move_debt'
import { companiesOf, lockLoan } from '#app/loans/terms/loan'

type OwedBack = DebtParties & { amountMinor: number; source: NonNullable<DebtOrigin>; actor: Actor }

/**
 * What a company is owed back on the current account is set off against the loan in which it owes: that whose debt is given
 * back (`of`) first, then any other with so much drawn. Gives whether there was one.
 */
export async function setOffDebt(
  { creditorSiteId, debtorSiteId, amountMinor, source, actor }: OwedBack,
  of: { type: string; id: number } | null,
  trx: Transaction
): Promise<boolean> {
  const found = await row<{ id: number }>(
    `select l.id from loans l where l.lender_site_id = :debtorSiteId and l.borrower_site_id = :creditorSiteId and l.status = 'active' and l.kind <> 'term' and l.currency = 'EUR'
        and (select coalesce(sum(m.principal_minor), 0) from loan_movements m where m.loan_id = l.id) >= :amountMinor
        and not exists (select 1 from loan_installments i where i.loan_id = l.id and i.replaced_in is null and i.principal_minor > i.paid_principal_minor)
      order by exists (select 1 from loan_taken_debts t where t.loan_id = l.id and t.source_type = :type and t.source_id = :ofId::bigint and t.undone_by_id is null) desc, l.start_on, l.id limit 1`,
    {
      creditorSiteId,
      debtorSiteId,
      amountMinor,
      type: of?.type ?? null,
      ofId: of?.id ?? null,
    },
    trx
  )
  if (!found) return false
  const loan = await lockLoan(found.id, trx)
  await lockBooks(companiesOf(loan), trx)
  await moveDebt(loan, { principalMinor: -amountMinor, valueOn: today(), source, actor }, trx)
  return true
}
