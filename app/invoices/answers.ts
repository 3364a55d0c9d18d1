import { counted } from '#app/kernel/text/counted'
import { archiveHindrances, categoryUses } from '#app/sites/ports'

/** Before it is booked. */
const UNBOOKED = `('received', 'analysing', 'analysis_failed', 'pending_review', 'pending_approval', 'approved')`

/** Answers what lower floors ask of invoices. */
export function answerPorts(): void {
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
