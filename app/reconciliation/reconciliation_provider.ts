import { followStatements } from '#app/accounts/statement_followers'
import { guardMonths } from '#app/ledger/month_guards'
import { supportOffsets } from '#app/legal/bank_support'
import { followMerges } from '#app/providers/merge_followers'

/** Accounts and ledger know nothing of reconciliation: it follows their statements and guards their months from here. */
export default class ReconciliationProvider {
  boot() {
    followStatements(async (imported, trx) => {
      const { enqueueSuggestions } = await import('#app/reconciliation/jobs/suggest_matches_job')
      await enqueueSuggestions(imported, trx)
    })
    followStatements(async (imported, trx) => {
      const { watchListed } = await import('#app/reconciliation/actions/watch_listed')
      await watchListed(imported, trx)
    })
    followMerges({
      move: async (merge, trx) =>
        (await import('#app/reconciliation/actions/merge_associations')).mergeAssociations(merge, trx),
    })
    supportOffsets({
      match: async (offset, actor, trx) =>
        (await import('#app/reconciliation/actions/match_offset')).movementSupport.match(offset, actor, trx),
      release: async (offset, actor, trx) =>
        (await import('#app/reconciliation/actions/match_offset')).movementSupport.release(
          offset,
          actor,
          trx
        ),
    })
    guardMonths(async (month, trx) => {
      const { guardUnexplained } = await import('#app/reconciliation/certificates/guard_month')
      await guardUnexplained(month, trx)
    })
  }
}
