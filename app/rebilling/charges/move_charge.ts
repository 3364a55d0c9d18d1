import { type Actor, recordEvent } from '#app/audit/record_event'
import { execute, type Transaction } from '#app/kernel/database/sql'
import type { Charge } from '#app/rebilling/charges/charge'
import { REBILLING } from '#app/rebilling/rebilling_labels'
import {
  type RebillingStatus,
  type RebillingTransition,
  rebillingWorkflow,
} from '#app/rebilling/workflows/rebilling_workflow'

type Move = {
  transition: RebillingTransition
  actor: Actor
  reason?: string | null
  /** Columns that change with the state, as SQL with bindings of `values`. */
  also?: string
  values?: Record<string, unknown>
}

/**
 * The one way from state to state of a locked charge: who, from, to and why go to the audit. Gives the
 * state it is in now. Throws E_TRANSITION.
 */
export async function moveCharge(
  charge: Pick<Charge, 'id' | 'status' | 'originSiteId'>,
  { transition, actor, reason = null, also = '', values = {} }: Move,
  trx: Transaction
): Promise<RebillingStatus> {
  const to = rebillingWorkflow.next(charge.status, transition)
  await execute(
    `update rebilling_transactions set status = :to, updated_by = :userId, lock_version = lock_version + 1${also ? `, ${also}` : ''} where id = :id`,
    { ...values, to, id: charge.id, userId: actor.userId },
    trx
  )
  await noteCharge(charge, { event: `rebilling.${transition}`, actor, reason, from: charge.status, to }, trx)
  return to
}

type Note = {
  event: string
  actor: Actor
  reason?: string | null
  from?: string
  to?: string
  diff?: Record<string, [unknown, unknown]> | null
}

/** What happened to a charge, under the company that charges. */
export async function noteCharge(
  { id, originSiteId }: Pick<Charge, 'id' | 'originSiteId'>,
  note: Note,
  trx: Transaction
): Promise<void> {
  await recordEvent({ ...note, objectType: REBILLING, objectId: id, siteId: originSiteId }, trx)
}
