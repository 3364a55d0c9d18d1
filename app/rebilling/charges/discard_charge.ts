import type { Actor } from '#app/audit/record_event'
import { inTransaction, type Transaction } from '#app/kernel/database/sql'
import { givenReason } from '#app/kernel/text/given_reason'
import { lockCharge } from '#app/rebilling/charges/charge'
import { moveCharge } from '#app/rebilling/charges/move_charge'
import { REBILLING } from '#app/rebilling/rebilling_labels'
import { revokeDecisions } from '#app/sites/actions/record_decision'

/**
 * A charge that will not be made: what it took of its costs is free again, and no rule proposes them again until somebody
 * recovers it. Throws E_REASON at `reason` and E_TRANSITION.
 */
export async function discardCharge(chargeId: number, reason: string | null, actor: Actor): Promise<void> {
  const why = givenReason(reason)
  await inTransaction((trx) => discardLocked(chargeId, why, actor, trx))
}

/** The same in a transaction that goes on. */
export async function discardLocked(
  chargeId: number,
  reason: string,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const charge = await lockCharge(chargeId, trx)
  await revokeDecisions(REBILLING, chargeId, trx)
  await moveCharge(
    charge,
    {
      transition: 'discard',
      actor,
      reason,
      also: 'discard_reason = :reason, approved_at = null, required_origin = null, required_target = null',
      values: { reason },
    },
    trx
  )
}
