import { type Actor, changedFields } from '#app/audit/record_event'
import { execute, inTransaction, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { chargeAmounts } from '#app/rebilling/allocation/share_by_rule'
import { spreadOverCosts } from '#app/rebilling/allocation/spread_over_costs'
import { type Charge, lockCharge, lockSplit } from '#app/rebilling/charges/charge'
import { noteCharge } from '#app/rebilling/charges/move_charge'
import { refuseExcess } from '#app/rebilling/charges/refuse_excess'
import { type ChargedCost, insertCosts } from '#app/rebilling/charges/write_charges'
import { REBILLING } from '#app/rebilling/rebilling_labels'
import { rebillingWorkflow } from '#app/rebilling/workflows/rebilling_workflow'
import { revokeAllDecisions } from '#app/sites/actions/record_decision'

export type EditedAmounts = {
  chargeId: number
  /** What each charge of the same sum takes of it, in cents. */
  parts: readonly { chargeId: number; baseMinor: number }[]
  dueOn: CalendarDate | null
  lockVersion: number
}

/**
 * Shares the sum that a charge is a part of out anew, among the charges that were made of it: not a cent is lost, what nobody
 * takes stays with who bore it. Their approvals are void, unless nothing is other than it was. Throws E_CHANGED, E_SPLIT at `parts` for what the sum does not have
 * and E_TRANSITION once one of them was approved. Gives whether anything changed.
 */
export function editAmounts(edited: EditedAmounts, actor: Actor): Promise<boolean> {
  return inTransaction(async (trx) => {
    const { splitId, lockVersion, status: own } = await lockCharge(edited.chargeId, trx)
    if (lockVersion !== edited.lockVersion)
      throw new DomainError(
        'E_CHANGED',
        'La refacturación ha cambiado desde que la abrió. Revísela de nuevo.'
      )
    const split = (await lockSplit(splitId, trx)).filter(({ status }) => status !== 'discarded')
    for (const status of [own, ...split.map((charge) => charge.status)])
      rebillingWorkflow.next(status, status === 'proposed' ? 'edit_proposal' : 'edit')
    const bases = basesOf(split, edited)
    if (split.every((charge, place) => changesOf(charge, bases[place] ?? 0, edited.dueOn) === null))
      return false
    const costs = await sumOf(split, trx)
    refuseBases(split, bases, costs)
    const spread = spreadOverCosts(
      costs.map(({ amountMinor }) => amountMinor),
      bases
    )
    await execute(
      `delete from rebilling_sources where transaction_id = any(:ids::bigint[])`,
      { ids: split.map(({ id }) => id) },
      trx
    )
    for (const [place, charge] of split.entries())
      await rewrite(charge, { baseMinor: bases[place] ?? 0, dueOn: edited.dueOn, actor }, trx)
    const charged = split.map((_, share) => ({
      costs: costs.map((cost, place) => ({ ...cost, amountMinor: spread[share]?.[place] ?? 0 })),
    }))
    await refuseExcess(
      charged.flatMap((charge) => charge.costs),
      trx,
      { field: 'parts' }
    )
    await insertCosts(
      charged,
      split.map(({ id }) => id),
      trx
    )
    await revokeAllDecisions(
      REBILLING,
      split.map(({ id }) => id),
      trx
    )
    return true
  })
}

/** What each is to take, in the order of the charges; as it was where nothing is said. */
const basesOf = (split: readonly Charge[], { parts }: EditedAmounts): number[] =>
  split.map(({ id, baseMinor }) => parts.find(({ chargeId }) => chargeId === id)?.baseMinor ?? baseMinor)

/** The costs of the sum with all that these charges may take of each: what they have of it and what nobody has. */
async function sumOf(split: readonly Charge[], trx: Transaction): Promise<ChargedCost[]> {
  const costs = new Map<string, ChargedCost>()
  for (const charge of split)
    for (const { id: _id, ...cost } of charge.costs) {
      const key =
        cost.sourceId === null ? `manual:${cost.accountCode}` : `${cost.sourceType}:${cost.sourceId}`
      const known = costs.get(key)
      if (known) known.amountMinor += cost.amountMinor
      else costs.set(key, { ...cost })
    }
  const booked = [...costs.values()].filter(({ sourceId }) => sourceId !== null)
  const left = await rows<{ sourceType: string; sourceId: number; leftMinor: number }>(
    `select w.source_type, w.source_id, (coalesce(c.base_minor, 0) - s.taken_minor)::bigint as left_minor from unnest(:types::text[], :ids::bigint[]) as w(source_type, source_id)
       left join rebillable_costs c on c.source_type = w.source_type and c.source_id = w.source_id
       cross join lateral (select coalesce(sum(x.amount_minor), 0) as taken_minor from rebilling_sources x join rebilling_transactions t on t.id = x.transaction_id
          where x.source_type = w.source_type and x.source_id = w.source_id and t.reverses_id is null and t.status not in ('discarded', 'rectified')) s`,
    { types: booked.map(({ sourceType }) => sourceType), ids: booked.map(({ sourceId }) => sourceId) },
    trx
  )
  for (const { sourceType, sourceId, leftMinor } of left) {
    const cost = costs.get(`${sourceType}:${sourceId}`)
    if (cost && Math.sign(leftMinor) === Math.sign(cost.amountMinor)) cost.amountMinor += leftMinor
  }
  return [...costs.values()]
}

function refuseBases(
  split: readonly Charge[],
  bases: readonly number[],
  costs: readonly ChargedCost[]
): void {
  const refuse = (message: string) => new DomainError('E_SPLIT', message, { field: 'parts' })
  const sum = costs.reduce((total, { amountMinor }) => total + amountMinor, 0)
  const taken = bases.reduce((total, base) => total + base, 0)
  const isManual = costs.some(({ sourceId }) => sourceId === null)
  if (bases.some((base, place) => base === 0 || Math.sign(base) !== Math.sign(split[place]?.baseMinor ?? 0)))
    throw refuse('Indique un importe en cada empresa; para quitar una, descarte su refacturación.')
  if (isManual ? taken !== sum : Math.abs(taken) > Math.abs(sum))
    throw refuse('Los importes no suman lo que se reparte.')
}

const changesOf = ({ baseMinor, dueOn }: Charge, newMinor: number, newDueOn: CalendarDate | null) =>
  changedFields({ baseMinor, dueOn }, { baseMinor: newMinor, dueOn: newDueOn })

type Rewritten = { baseMinor: number; dueOn: CalendarDate | null; actor: Actor }

async function rewrite(
  charge: Charge,
  { baseMinor, dueOn, actor }: Rewritten,
  trx: Transaction
): Promise<void> {
  const amounts = chargeAmounts(baseMinor, charge)
  await execute(
    `update rebilling_transactions set base_minor = :baseMinor, markup_minor = :markupMinor, vat_minor = :vatMinor, total_minor = :totalMinor, due_on = :dueOn, edited_by = :userId,
        updated_by = :userId, lock_version = lock_version + 1 where id = :id`,
    { ...amounts, dueOn, userId: actor.userId, id: charge.id },
    trx
  )
  const diff = changesOf(charge, baseMinor, dueOn)
  if (diff === null) return
  await noteCharge(charge, { event: 'rebilling.amounts_edited', actor, diff }, trx)
}
