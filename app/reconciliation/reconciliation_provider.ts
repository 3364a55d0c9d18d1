import { followStatements } from '#app/accounts/statement_followers'
import { guardMonths } from '#app/ledger/month_guards'
import { followMerges } from '#app/providers/merge_followers'

/** Accounts and ledger know nothing of reconciliation: it follows their statements and guards their months from here. */
export default class ReconciliationProvider {
  boot() {
    followStatements(async (imported, trx) => {
      const { enqueueSuggestions } = await import('#app/reconciliation/jobs/suggest_matches_job')
      await enqueueSuggestions(imported, trx)
    })
    followMerges({
      move: async (merge, trx) =>
        (await import('#app/reconciliation/actions/merge_associations')).mergeAssociations(merge, trx),
    })
    guardMonths(async (month, trx) => {
      const { guardUnexplained } = await import('#app/reconciliation/certificates/guard_month')
      await guardUnexplained(month, trx)
    })
  }
}
