import { followBanks } from '#app/providers/bank_followers'

/** Suppliers know nothing of invoices: alarms about a bank detail follow it from here. */
export default class InvoicesProvider {
  boot() {
    followBanks(async (bank) => {
      const { auditInvoicesOfBank } = await import('#app/invoices/actions/audit_open_invoices')
      await auditInvoicesOfBank(bank)
    })
  }
}
