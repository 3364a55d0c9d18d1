import { unbookedInvoices } from '#app/invoices/guard_month'
import { UNBOOKED } from '#app/invoices/unbooked'
import { counted } from '#app/kernel/text/counted'
import { unbookedOfMonth } from '#app/ledger/month_guards'
import { archiveHindrances, categoryUses } from '#app/sites/ports'

/** Answers what lower floors ask of invoices. */
export function answerPorts(): void {
  unbookedOfMonth.answer(unbookedInvoices)
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
