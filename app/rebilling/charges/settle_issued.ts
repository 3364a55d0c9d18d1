import type { Actor } from '#app/audit/record_event'
import { execute, type Transaction } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import type { Charge } from '#app/rebilling/charges/charge'
import { moveCharge } from '#app/rebilling/charges/move_charge'

type Issued = { charge: Charge; original: Charge | null; actor: Actor; on: CalendarDate }

/**
 * What follows when a charge was issued: on the current account it is settled; what it takes back is rectified, and where nothing
 * of that was paid both cancel each other out. Gives whether nothing is left to settle.
 */
export async function settleIssued({ charge, original, actor }: Issued, trx: Transaction): Promise<boolean> {
  const isOffset = original !== null && (await offset(charge, original, actor, trx))
  if (charge.settlement !== 'current_account' && !isOffset) return false
  await moveCharge(
    charge,
    { transition: 'settle', actor, also: 'settled_minor = total_minor, settled_at = now()' },
    trx
  )
  return true
}

/** Whether what a charge owes back is what the other one was never paid. */
async function offset(charge: Charge, original: Charge, actor: Actor, trx: Transaction): Promise<boolean> {
  if (charge.reversesId !== null) {
    await moveCharge(original, { transition: 'rectify', actor, reason: charge.number }, trx)
    return original.settlement !== 'current_account' && original.settledMinor === 0
  }
  // A credit note takes off what is still owed; what was paid already is owed back on its own.
  const leftMinor = original.totalMinor - original.settledMinor
  const fits =
    Math.sign(charge.totalMinor) !== Math.sign(leftMinor) &&
    Math.abs(charge.totalMinor) <= Math.abs(leftMinor)
  if (original.settlement === 'current_account' || original.status !== 'issued' || !fits) return false
  await execute(
    `update rebilling_transactions set settled_minor = settled_minor + :offsetMinor where id = :id`,
    { offsetMinor: -charge.totalMinor, id: original.id },
    trx
  )
  if (leftMinor + charge.totalMinor === 0)
    await moveCharge(original, { transition: 'settle', actor, also: 'settled_at = now()' }, trx)
  return true
}
