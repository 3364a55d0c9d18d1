import { linkedInvoices } from '#app/contracts/ports'
import { unbookedInvoices } from '#app/invoices/guard_month'
import { supplierInvoicesOf } from '#app/invoices/queries/supplier_invoices'
import { UNBOOKED } from '#app/invoices/unbooked'
import { counted } from '#app/kernel/text/counted'
import { unbookedOfMonth } from '#app/ledger/month_guards'
import { matchedLines, profileUses } from '#app/profiles/ports'
import { openMatters, supplierDocuments, supplierInvoices } from '#app/providers/ports'
import { archiveHindrances, categoryUses } from '#app/sites/ports'

/** Answers what lower floors ask of invoices. */
export function answerPorts(): void {
  linkedInvoices.answer(async (rootId, scope) =>
    (await import('#app/invoices/queries/list_linked_invoices')).listLinkedInvoices(rootId, scope)
  )
  profileUses.answer({ rows: (profile) => `select 1 from invoice_lines where profile_id = ${profile}` })
  profileUses.answer({ rows: (profile) => `select 1 from invoices where profile_id = ${profile}` })
  matchedLines.answer((profile) => `select created_at from invoice_lines where profile_id = ${profile}`)
  unbookedOfMonth.answer(unbookedInvoices)
  supplierInvoices.answer(supplierInvoicesOf)
  openMatters.answer({
    rows: (provider) =>
      `select 1 from invoices where provider_id = ${provider} and (outstanding_minor <> 0 or payment_state = 'in_process') and status in ('approved', 'booked', 'disputed')`,
    says: (count) => counted(count, 'factura abierta', 'facturas abiertas'),
  })
  supplierDocuments.answer({ rows: (provider) => `select 1 from invoices where provider_id = ${provider}` })
  archiveHindrances.answer({
    rows: (site) =>
      `select 1 from invoices where site_id = ${site} and (status in ${UNBOOKED} or (status in ('booked', 'disputed') and outstanding_minor <> 0))`,
    says: (count) => `Tiene ${counted(count, 'factura abierta', 'facturas abiertas')}.`,
    href: (siteId) => `/invoices?site_ids[]=${siteId}`,
  })
  categoryUses.answer({
    rows: (category) => `select 1 from invoice_lines where category_id = ${category}`,
    one: 'línea de factura',
    many: 'líneas de factura',
  })
}
