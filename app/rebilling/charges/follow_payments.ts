import { type Actor, SYSTEM } from '#app/audit/record_event'
import { execute, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { lockCharge } from '#app/rebilling/charges/charge'
import { moveCharge } from '#app/rebilling/charges/move_charge'

/**
 * A bank paid so much of a charge, or gave so much back (negative), in cents: the one that is owed has it. Throws E_OVERPAID
 * beyond what is left.
 */
export async function settleCharge(
  chargeId: number,
  amountMinor: number,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const charge = await lockCharge(chargeId, trx)
  const settledMinor = charge.settledMinor + Math.sign(charge.totalMinor) * amountMinor
  const isBeyond =
    Math.abs(settledMinor) > Math.abs(charge.totalMinor) || settledMinor * charge.totalMinor < 0
  if (isBeyond) throw new DomainError('E_OVERPAID', 'El importe supera lo pendiente de la refacturación.')
  const isOver = settledMinor === charge.totalMinor
  if (charge.status === 'settled' && !isOver)
    await moveCharge(
      charge,
      {
        transition: 'reopen',
        actor,
        also: 'settled_minor = :settledMinor, settled_at = null',
        values: { settledMinor },
      },
      trx
    )
  else if (isOver && (charge.status === 'issued' || charge.status === 'settling'))
    await moveCharge(
      charge,
      {
        transition: 'settle',
        actor,
        also: 'settled_minor = :settledMinor, settled_at = now()',
        values: { settledMinor },
      },
      trx
    )
  else
    await execute(
      `update rebilling_transactions set settled_minor = :settledMinor where id = :chargeId`,
      { settledMinor, chargeId },
      trx
    )
}

/** Tells a charge how many payments of it are under way. */
export async function followChargePayments(chargeId: number, live: number, trx: Transaction): Promise<void> {
  const charge = await lockCharge(chargeId, trx)
  if (charge.status === 'issued' && live > 0)
    await moveCharge(charge, { transition: 'begin_settling', actor: SYSTEM }, trx)
  else if (charge.status === 'settling' && live === 0)
    await moveCharge(charge, { transition: 'reopen', actor: SYSTEM }, trx)
}
