import { counted } from '#app/kernel/text/counted'
import { archiveHindrances, furtherSiteTabs } from '#app/sites/ports'

/** What areas below ask about issued documents. */
export function answerPorts(): void {
  furtherSiteTabs.answer({
    key: 'issuing',
    read: async (siteId, viewer) =>
      (await import('#app/issuing/queries/issuing_tab')).issuingTab(siteId, viewer),
  })
  archiveHindrances.answer({
    rows: (site) =>
      `select 1 from verifactu_deliveries vd where vd.site_id = ${site} and vd.status in ('pending', 'sending')`,
    says: (count) =>
      counted(
        count,
        'registro de facturación sin enviar a la AEAT',
        'registros de facturación sin enviar a la AEAT'
      ),
    href: (site) => `/refacturacion-historico/facturas?tab=open&site_ids[]=${site}`,
  })
}
