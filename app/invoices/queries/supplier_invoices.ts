import { IN_EUROS, worthLeft, worthOf } from '#app/ledger/fx/worth_sql'
import type { SupplierInvoices } from '#app/providers/ports'

/** What the list and the page of suppliers show of invoices. */
export const supplierInvoicesOf: SupplierInvoices = {
  figures: (provider, isSeen) =>
    `select coalesce(sum(${worthLeft('i.payable_minor')}) filter (where ${IN_EUROS}), 0)::bigint as pending,
        coalesce(sum(${worthOf('i.base_minor')}) filter (where i.issued_on > current_date - 365 and ${IN_EUROS}), 0)::bigint as invoiced,
        max(i.issued_on) as last_on, count(*)::int as invoices
       from invoices i where i.provider_id = ${provider} and i.status in ('booked', 'disputed', 'approved') and ${isSeen('i.site_id')}`,
  toCompany: (provider, site) =>
    `select 1 from invoices i where i.provider_id = ${provider} and i.site_id = ${site}`,
  owed: (provider) =>
    `select 1 from invoices where provider_id = ${provider} and status in ('booked', 'disputed') and (outstanding_minor <> 0 or payment_state = 'in_process')`,
  list: async (providerId, reader) =>
    (await import('#app/invoices/queries/list_supplier_invoices')).listSupplierInvoices(providerId, reader),
}
