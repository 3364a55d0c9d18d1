import { followStatements } from '#app/accounts/statement_followers'
import { defineArea } from '#app/kernel/area'
import { guardMonths } from '#app/ledger/month_guards'
import { guardReversals } from '#app/ledger/reversal_guards'
import { bankSupport } from '#app/legal/bank_support'
import { bankProof } from '#app/loans/ports'
import { followMerges } from '#app/providers/merge_followers'
import { answerPorts } from '#app/reconciliation/answers'
import { invariants } from '#app/reconciliation/invariants'

/** Bank lines against everything below. */
export const reconciliation = defineArea({
  name: 'reconciliation',
  floor: 13,
  tables: ['bank_rules', 'match_associations', 'statement_matches', 'reconciliation_certificates'],
  invariants,
  menu: {
    accounts: ['reconciliation/lines/index', 'reconciliation/open_items/index'],
  },
  routes: [() => import('#app/reconciliation/routes')],
  jobs: [async () => (await import('#app/reconciliation/jobs/suggest_matches_job')).suggestMatchesJob],
  refusals: {
    CA042: 'El estado del movimiento no corresponde a lo conciliado: recargue la página.',
    CA043: 'El importe supera el límite de la regla bancaria.',
    CA044: 'Un certificado firmado no se modifica.',
    CA016: 'La partida o el movimiento ya están conciliados: recargue la página.',
  },
  /** Accounts and ledger know nothing of reconciliation: it follows their statements and guards their months from here. */
  boot() {
    answerPorts()
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
    bankSupport.answer({
      match: async (offset, actor, trx) =>
        (await import('#app/reconciliation/actions/match_offset')).movementSupport.match(offset, actor, trx),
      release: async (offset, actor, trx) =>
        (await import('#app/reconciliation/actions/match_offset')).movementSupport.release(
          offset,
          actor,
          trx
        ),
    })
    bankProof.answer({
      match: async (proven, actor, trx) =>
        (await import('#app/reconciliation/actions/prove_loan')).loanProof.match(proven, actor, trx),
      release: async (lineId, reason, actor, trx) =>
        (await import('#app/reconciliation/actions/prove_loan')).loanProof.release(
          lineId,
          reason,
          actor,
          trx
        ),
    })
    guardReversals(async (entry, trx) =>
      (await import('#app/reconciliation/guard_reversal')).refuseWhenMatched(entry, trx)
    )
    guardMonths(async (month, trx) => {
      const { guardUnexplained } = await import('#app/reconciliation/certificates/guard_month')
      await guardUnexplained(month, trx)
    })
  },
})
