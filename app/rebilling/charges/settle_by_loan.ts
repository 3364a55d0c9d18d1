import type { Actor } from '#app/audit/record_event'
import { inTransaction, type Transaction } from '#app/kernel/database/sql'
import { DomainError, isDomainError } from '#app/kernel/domain_error'
import { today } from '#app/kernel/time/calendar_date'
import { setOffDebt } from '#app/loans/debts/set_off_debt'
import { takeDebtSomewhere } from '#app/loans/debts/take_debt'
import { type Charge, lockCharge } from '#app/rebilling/charges/charge'
import { settleCharge } from '#app/rebilling/charges/follow_payments'
import { moveCharge } from '#app/rebilling/charges/move_charge'
import { REBILLING } from '#app/rebilling/rebilling_labels'

/**
 * The debt of an issued charge goes into the loan that the two companies have with each other, in both books; what is owed back is
 * taken off the loan that its debt went into. Throws E_LOAN where they have none that takes it, and what the loan refuses, with
 * the number of the charge.
 */
export async function settleByLoan(chargeId: number, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    const charge = await lockCharge(chargeId, trx)
    if (charge.settlement !== 'loan')
      throw new DomainError('E_CHARGE', `${charge.number}: no se liquida con un préstamo.`)
    await moveCharge(
      charge,
      { transition: 'settle', actor, also: 'settled_minor = total_minor, settled_at = now()' },
      trx
    )
    await intoLoan(charge, actor, trx).catch((error: unknown) => {
      if (!isDomainError(error)) throw error
      throw new DomainError(error.code, `${charge.number}: ${error.message}`, { cause: error })
    })
  })
}

async function intoLoan(charge: Charge, actor: Actor, trx: Transaction): Promise<void> {
  const { originSiteId, targetSiteId, totalMinor, settledMinor } = charge
  const amountMinor = Math.abs(totalMinor - settledMinor)
  const source = { type: REBILLING, id: charge.id, number: charge.invoiceNumber ?? charge.number }
  const isRefund = totalMinor < 0
  const parties = isRefund
    ? { creditorSiteId: targetSiteId, debtorSiteId: originSiteId }
    : { creditorSiteId: originSiteId, debtorSiteId: targetSiteId }
  const originalId = charge.reversesId ?? charge.correctsId
  const original = originalId === null ? null : { type: REBILLING, id: originalId }
  if (isRefund && (await setOffDebt({ ...parties, amountMinor, source, actor }, original, trx))) return
  await takeDebtSomewhere({ ...parties, amountMinor, valueOn: today(), source, isOwn: true, actor }, trx)
}

/** The loan no longer has it: it is owed again. Throws E_REVERSAL once it was rectified. */
export async function owedAgain(
  chargeId: number,
  amountMinor: number,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const { status, number } = await lockCharge(chargeId, trx)
  if (status !== 'settled')
    throw new DomainError('E_REVERSAL', `${number} está rectificada: su movimiento ya no se anula.`)
  await settleCharge(chargeId, -amountMinor, actor, trx)
}
