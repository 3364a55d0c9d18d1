import { followBlacklist } from '#app/blacklist/sweepers'
import { followMerges } from '#app/providers/merge_followers'

/** Procedures and what is owed in them go with a supplier that is merged, and follow the list of blocked accounts. */
export default class LegalProvider {
  boot() {
    followBlacklist({
      noun: 'costes legales',
      affected: async (like, scope) =>
        (await import('#app/legal/actions/sweep_listed_costs')).affectedCosts(like, scope),
      sweep: async (ids, actor) =>
        (await import('#app/legal/actions/sweep_listed_costs')).sweepListedCosts(ids, actor),
    })
    followMerges({
      count: async (sourceId, trx) =>
        (await import('#app/legal/actions/merge_legal')).countLegal(sourceId, trx),
      move: async (merge, trx) => (await import('#app/legal/actions/merge_legal')).mergeLegal(merge, trx),
    })
  }
}
