import { followStatements } from '#app/accounts/statement_followers'

/** Accounts know nothing of reconciliation: it follows their statements from here. */
export default class ReconciliationProvider {
  boot() {
    followStatements(async (imported, trx) => {
      const { enqueueSuggestions } = await import('#app/reconciliation/jobs/suggest_matches_job')
      await enqueueSuggestions(imported, trx)
    })
  }
}
