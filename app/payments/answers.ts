import { counted } from '#app/kernel/text/counted'
import { archiveHindrances } from '#app/sites/ports'

/** Answers what lower floors ask of payments. */
export function answerPorts(): void {
  archiveHindrances.answer({
    rows: (site) =>
      `select 1 from payment_orders where site_id = ${site} and status in ('draft', 'buffered', 'approved', 'sent')`,
    says: (count) => `Tiene ${counted(count, 'pago en curso', 'pagos en curso')}.`,
    href: (siteId) => `/paysuppliers?site_ids[]=${siteId}`,
  })
}
