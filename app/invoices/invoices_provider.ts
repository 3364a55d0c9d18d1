import { followBanks } from '#app/accounts/payee_bank_followers'
import { followBlacklist } from '#app/blacklist/sweepers'
import { followContracts } from '#app/contracts/contract_followers'
import { provideLines } from '#app/profiles/line_history'
import { followMerges } from '#app/providers/merge_followers'
import { followStates } from '#app/providers/state_followers'

/** Suppliers, expense profiles and contracts know nothing of invoices: what they need of them is registered here. */
export default class InvoicesProvider {
  boot() {
    followBanks(async (bank) => {
      const { auditInvoicesOfBank } = await import('#app/invoices/actions/audit_open_invoices')
      await auditInvoicesOfBank(bank)
    })
    followStates(async (providerId) => {
      const { auditInvoicesOfProvider } = await import('#app/invoices/actions/audit_open_invoices')
      await auditInvoicesOfProvider(providerId)
    })
    provideLines(async (wanted) => {
      const { historyLines } = await import('#app/invoices/queries/history_lines')
      return historyLines(wanted)
    })
    followBlacklist({
      noun: 'facturas que lo llevan impreso',
      affected: async (like, scope) =>
        (await import('#app/invoices/actions/sweep_listed_invoices')).affectedInvoices(like, scope),
      sweep: async (ids) =>
        (await import('#app/invoices/actions/sweep_listed_invoices')).sweepListedInvoices(ids),
    })
    followMerges({
      count: async (sourceId, trx) =>
        (await import('#app/invoices/actions/merge_invoices')).countInvoices(sourceId, trx),
      refuse: async (pair, trx) =>
        (await import('#app/invoices/actions/merge_invoices')).refuseSameNumbers(pair, trx),
      move: async (merge, trx) =>
        (await import('#app/invoices/actions/merge_invoices')).mergeInvoices(merge, trx),
      after: async (merge) => (await import('#app/invoices/actions/merge_invoices')).judgeMerged(merge),
    })
    followContracts(async (contract) => {
      const { enqueueHold } = await import('#app/invoices/actions/enqueue_hold')
      await enqueueHold(contract)
    })
  }
}
