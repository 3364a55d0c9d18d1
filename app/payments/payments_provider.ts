import { followBanks } from '#app/accounts/payee_bank_followers'
import { followBlacklist } from '#app/blacklist/sweepers'
import { useReceiptReader } from '#app/expenses/receipt_reader'
import { answerPaidElsewhere } from '#app/invoices/audit/outside_facts'
import { followUnbooking } from '#app/invoices/unbook_followers'
import { expenseSource } from '#app/payments/sources/expense_source'
import { invoiceSource } from '#app/payments/sources/invoice_source'
import { legalCostSource } from '#app/payments/sources/legal_cost_source'
import { occurrenceSource } from '#app/payments/sources/occurrence_source'
import { registerSource } from '#app/payments/sources/payment_source'
import { payrollSource } from '#app/payments/sources/payroll_source'
import { provisionSource } from '#app/payments/sources/provision_source'
import { followMerges } from '#app/providers/merge_followers'
import { provideProviderPayments } from '#app/providers/provider_payments'

/** What orders pay: each kind of document says here how it is paid. Those on their way follow the list of blocked accounts. */
export default class PaymentsProvider {
  boot() {
    registerSource(invoiceSource)
    followBlacklist({
      noun: 'pagos',
      affected: async (like, scope) =>
        (await import('#app/payments/actions/sweep_listed_orders')).affectedOrders(like, scope),
      sweep: async (ids, actor) =>
        (await import('#app/payments/actions/sweep_listed_orders')).sweepListedOrders(ids, actor),
    })
    followBanks(async (bank) =>
      (await import('#app/payments/actions/follow_bank_change')).followBankChange(bank)
    )
    followUnbooking(async (invoiceId, actor, trx) =>
      (await import('#app/payments/actions/drop_invoice')).dropInvoice(invoiceId, actor, trx)
    )
    registerSource(occurrenceSource)
    answerPaidElsewhere(async (wanted, days, client) =>
      (await import('#app/payments/queries/find_recurrents_paid')).findRecurrentsPaid(wanted, days, client)
    )
    answerPaidElsewhere(async (wanted, days, client) =>
      (await import('#app/payments/queries/find_expenses_paid')).findExpensesPaid(wanted, days, client)
    )
    followMerges({
      count: async (sourceId, trx) =>
        (await import('#app/payments/actions/merge_recurrents')).countRecurrents(sourceId, trx),
      refuse: async (pair, trx) =>
        (await import('#app/payments/actions/merge_recurrents')).refuseLiveOrders(pair, trx),
      move: async (merge, trx) =>
        (await import('#app/payments/actions/merge_recurrents')).mergeRecurrents(merge, trx),
    })
    provideProviderPayments(async (providerId, reader) =>
      (await import('#app/payments/queries/list_provider_payments')).listProviderPayments(providerId, reader)
    )
    registerSource(payrollSource)
    registerSource(provisionSource)
    registerSource(legalCostSource)
    registerSource(expenseSource)
    useReceiptReader(async (bytes, fileName) =>
      (await import('#app/payments/uploads/read_receipt')).readReceiptAsInvoice(bytes, fileName)
    )
  }
}
