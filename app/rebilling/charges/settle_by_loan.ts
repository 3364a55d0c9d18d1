import type { Actor } from '#app/audit/record_event'
import { inTransaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { today } from '#app/kernel/time/calendar_date'
import { lockCharge } from '#app/rebilling/charges/charge'
import { moveCharge } from '#app/rebilling/charges/move_charge'
import { loanTakers } from '#app/rebilling/ports'
import { REBILLING } from '#app/rebilling/rebilling_labels'

/**
 * The debt of an issued charge goes into the loan that the two companies have with each other, in both books. Throws E_LOAN where
 * nobody keeps loans, and what the loan refuses.
 */
export async function settleByLoan(chargeId: number, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    const charge = await lockCharge(chargeId, trx)
    const [take] = loanTakers.all()
    if (!take)
      throw new DomainError(
        'E_LOAN',
        `${charge.number}: no hay préstamos entre empresas en los que anotarla.`
      )
    const isRefund = charge.totalMinor < 0
    await moveCharge(
      charge,
      { transition: 'settle', actor, also: 'settled_minor = total_minor, settled_at = now()' },
      trx
    )
    await take(
      {
        lenderSiteId: isRefund ? charge.targetSiteId : charge.originSiteId,
        borrowerSiteId: isRefund ? charge.originSiteId : charge.targetSiteId,
        amountMinor: Math.abs(charge.totalMinor - charge.settledMinor),
        on: today(),
        source: { type: REBILLING, id: charge.id, number: charge.invoiceNumber ?? charge.number },
        actor,
      },
      trx
    )
  })
}
