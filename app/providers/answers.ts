import { row } from '#app/kernel/database/sql'
import { categoryUses, type SiteSupplier, supplierOfSite } from '#app/sites/ports'

/** Answers what companies and categories ask of suppliers. */
export function answerPorts(): void {
  supplierOfSite.answer((siteId) =>
    row<SiteSupplier>(`select id, code, legal_name as name from providers where site_id_if_group = :siteId`, {
      siteId,
    })
  )
  categoryUses.answer({
    rows: (category) => `select 1 from providers where default_category_id = ${category}`,
    one: 'proveedor',
    many: 'proveedores',
  })
}
