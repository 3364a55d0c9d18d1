import { row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

/** Throws E_EARLY_PENDING while an early payment is on its way: it changes the instalments that come after it. */
export async function refuseEarlyPending(loanId: number, trx: Transaction): Promise<void> {
  const pending = await row(
    `select 1 as found from loan_payments where loan_id = :loanId and type = 'early_payment' and status = 'ordered'`,
    { loanId },
    trx
  )
  if (pending)
    throw new DomainError(
      'E_EARLY_PENDING',
      'Hay una amortización anticipada en curso: espere a que el banco la ejecute o cancele su pago.'
    )
}
