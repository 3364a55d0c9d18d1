import type { Actor } from '#app/audit/record_event'
import { rows } from '#app/kernel/database/sql'
import { orderRebilling } from '#app/payments/kinds/rebilling/order_rebilling'
import { forEachCharge } from '#app/rebilling/charges/for_each_charge'
import { settleByLoan } from '#app/rebilling/charges/settle_by_loan'
import type { Settlement } from '#app/rebilling/rebilling_labels'

export type Settled = { ordered: number; lent: number; refused: string[] }

/** Settles charges as each of them says: a draft payment, or the loan of the two companies. Each stands for itself. */
export async function settleCharges(ids: readonly number[], actor: Actor): Promise<Settled> {
  const found = await rows<{ id: number; settlement: Settlement }>(
    `select id, settlement from rebilling_transactions where id = any(:ids::bigint[])`,
    { ids: [...ids] }
  )
  const isLent = new Set(found.flatMap(({ id, settlement }) => (settlement === 'loan' ? [id] : [])))
  const outcome = await forEachCharge(ids, async (id) => {
    if (isLent.has(id)) await settleByLoan(id, actor)
    else await orderRebilling(id, {}, actor)
    return isLent.has(id)
  })
  const lent = outcome.done.filter(Boolean).length
  return { ordered: outcome.done.length - lent, lent, refused: outcome.refused }
}
