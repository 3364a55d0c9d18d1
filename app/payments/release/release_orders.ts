import type { Actor } from '#app/audit/record_event'
import { refusalOf } from '#app/kernel/database/refusals'
import { rows } from '#app/kernel/database/sql'
import { XmlValidator } from '#app/payments/files/xml_validator'
import { judgeSources } from '#app/payments/orders/checks/judge_sources'
import { verifyPayees } from '#app/payments/orders/checks/verify_payee'
import { type GroupReleased, type Release, releaseGroup } from '#app/payments/release/release_group'
import { type ReleaseGroup, releaseGroups } from '#app/payments/release/release_groups'
import { ReleaseTurns } from '#app/payments/release/release_turns'
import type { HeldBack } from '#app/payments/release/select_orders_to_release'

export type Released = {
  batchIds: number[]
  released: number
  heldBack: HeldBack[]
}

/**
 * Turns approved orders into batches: files for the bank, or payments that a job sends by network. Re-checks each, groups
 * by account, day, currency, channel and speed, cuts at the bank's maximum. An order that no longer holds stays out with its reason and the others go; so
 * does a group whose file cannot be written. The earliest groups have the money of the account first. `now` decides
 * which day the bank can still take.
 */
export async function releaseOrders(
  orderIds: number[],
  actor: Actor,
  now: Date = new Date(),
  /** Of who releases many times; its own thread when absent. */
  shared?: XmlValidator
): Promise<Released> {
  const validator = shared ?? new XmlValidator()
  const turns = new ReleaseTurns(orderIds)
  try {
    if (orderIds.length >= MANY) validator.warmUp('pain.001.001.09')
    await judgeSources(orderIds)
    await verifyPayees(orderIds)
    const groups = await releaseGroups(orderIds, now)
    const done = await turns.inOrder(groups, (group, turn) =>
      releaseOrHold(group, { turn, now, validator }, actor)
    )
    return {
      batchIds: done.flatMap(({ batchId }) => batchId ?? []),
      released: done.reduce((sum, { releasedIds }) => sum + releasedIds.length, 0),
      heldBack: done.flatMap(({ heldBack }) => heldBack),
    }
  } finally {
    if (!shared) await validator.close()
  }
}

/** Of so many the validator starts while their documents are judged; of fewer there may be no file to write. */
const MANY = 100

/** One group stands for itself: what keeps it back is told and does not hide the batches already made. */
async function releaseOrHold(group: ReleaseGroup, release: Release, actor: Actor): Promise<GroupReleased> {
  try {
    return await releaseGroup(group, release, actor)
  } catch (error) {
    release.turn.giveBack()
    const refusal = refusalOf(error)
    if (!refusal) throw error
    const numbers = await rows<{ number: string }>(
      `select number from payment_orders where id = any(:ids::bigint[]) order by number`,
      { ids: group.orderIds }
    )
    return {
      batchId: null,
      releasedIds: [],
      heldBack: numbers.map(({ number }) => ({ number, reason: refusal.message })),
    }
  }
}
