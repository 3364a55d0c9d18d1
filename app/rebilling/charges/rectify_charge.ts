import type { Actor } from '#app/audit/record_event'
import { inTransaction, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { givenReason } from '#app/kernel/text/given_reason'
import { type Charge, lockCharge } from '#app/rebilling/charges/charge'
import { noteCharge } from '#app/rebilling/charges/move_charge'
import { writeReversal } from '#app/rebilling/charges/write_reversal'
import { rebillingWorkflow } from '#app/rebilling/workflows/rebilling_workflow'

/**
 * Begins to take an issued charge back: a charge of the same amounts below zero, in the series of rectifications, which people of
 * both companies approve as any other. The first one is rectified in the moment that this one is issued; what was paid of it is
 * then owed back. Gives the key and the number of the new one. Throws E_REASON at `reason`, E_RECTIFYING and E_TRANSITION.
 */
export async function rectifyCharge(
  chargeId: number,
  reason: string | null,
  actor: Actor
): Promise<{ id: number; number: string }> {
  const why = givenReason(reason)
  return inTransaction(async (trx) => {
    const charge = await lockCharge(chargeId, trx)
    rebillingWorkflow.next(charge.status, 'rectify')
    await refuseTwofold(charge, trx)
    const id = await writeReversal(
      charge,
      { status: 'draft', createdBy: actor.userId, actor, reason: why },
      trx
    )
    await noteCharge(charge, { event: 'rebilling.rectification_begun', actor, reason: why }, trx)
    const { number } = await lockCharge(id, trx)
    return { id, number }
  })
}

/** One at a time; and what credit notes have changed of it is taken back first, or both together would be more than it was. */
async function refuseTwofold(charge: Charge, trx: Transaction): Promise<void> {
  if (charge.reversesId !== null)
    throw new DomainError('E_RECTIFYING', 'Una rectificación no se rectifica: emita otra refacturación.')
  const other = await row<{ number: string; isReversal: boolean }>(
    `select number, reverses_id is not null as is_reversal from rebilling_transactions where (reverses_id = :id or corrects_id = :id) and status not in ('discarded', 'rectified') order by id limit 1`,
    { id: charge.id },
    trx
  )
  if (other)
    throw new DomainError(
      'E_RECTIFYING',
      other.isReversal
        ? `Ya está en rectificación con ${other.number}.`
        : `Tiene la corrección ${other.number}: rectifíquela o descártela antes.`
    )
}
