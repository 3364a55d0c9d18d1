import type { Actor } from '#app/audit/record_event'
import { inTransaction } from '#app/kernel/database/sql'
import { lockCharge } from '#app/rebilling/charges/charge'
import { moveCharge } from '#app/rebilling/charges/move_charge'
import { refuseExcess } from '#app/rebilling/charges/refuse_excess'

/**
 * «Recuperar»: a charge that was discarded stands again as it was made, by a rule or by hand, and is approved anew. Throws
 * E_PENDING where its costs have been charged on meanwhile, and E_TRANSITION.
 */
export async function recoverCharge(chargeId: number, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    const charge = await lockCharge(chargeId, trx)
    const transition = charge.settingId === null ? 'recover' : 'recover_proposal'
    if (charge.reversesId === null) await refuseExcess(charge.costs, trx)
    await moveCharge(charge, { transition, actor, also: 'discard_reason = null' }, trx)
  })
}
