import { oneRow, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money/money'
import { outstandingOf } from '#app/loans/queries/loan_state'
import type { Loan } from '#app/loans/terms/loan'

type GivenBack = { principalMinor: number; field?: string }

/**
 * Nothing is given back that was not lent: of a locked loan, principal in cents beyond what is owed less what is on its way
 * throws E_AMOUNT at `field`. The bank would execute the payment and no book could take it.
 */
export async function refuseBeyondDebt(
  { id, kind, currency }: Loan,
  { principalMinor, field }: GivenBack,
  trx: Transaction
): Promise<void> {
  const { ordered, isLent } = await oneRow<{ ordered: number; isLent: boolean }>(
    `select coalesce(sum(principal_minor) filter (where status = 'ordered' and type in ('payment', 'early_payment')), 0)::bigint as ordered,
        exists (select 1 from loan_movements where loan_id = :id) as is_lent
       from loan_payments where loan_id = :id`,
    { id },
    trx
  )
  const at = field ? { field } : {}
  if (kind === 'term' && !isLent)
    throw new DomainError('E_AMOUNT', 'El préstamo aún no está desembolsado.', at)
  const left = Math.max(0, (await outstandingOf(id, trx)) - ordered)
  if (principalMinor > left)
    throw new DomainError(
      'E_AMOUNT',
      `El importe supera el capital pendiente (${formatAmount(left, currency)}).`,
      at
    )
}
