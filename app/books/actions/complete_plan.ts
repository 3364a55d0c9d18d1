import { type Actor, recordEvent } from '#app/audit/record_event'
import { knownPlan } from '#app/books/queries/known_plan'
import { inTransaction } from '#app/kernel/database/sql'
import { instantiatePlan } from '#app/ledger/actions/instantiate_plan'

type Template = { siteId: number; plan: 'normal' | 'pymes'; actor: Actor }

/** Gives a company the nodes of the Plan General de Contabilidad that it has not. Gives how many. */
export function completePlan({ siteId, plan, actor }: Template): Promise<number> {
  return inTransaction(async (trx) => {
    await knownPlan(siteId, trx)
    const added = await instantiatePlan(siteId, plan, trx)
    if (added > 0)
      await recordEvent(
        {
          actor,
          objectType: 'site',
          objectId: siteId,
          siteId,
          event: 'site.plan_completed',
          diff: { accounts: [null, added] },
        },
        trx
      )
    return added
  })
}
