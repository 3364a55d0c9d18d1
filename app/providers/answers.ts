import { accountUses } from '#app/accounts/ports'
import { row } from '#app/kernel/database/sql'
import { categoryUses, type SiteSupplier, supplierOfSite } from '#app/sites/ports'

/** Answers what lower floors ask of suppliers. */
export function answerPorts(): void {
  accountUses.answer({
    rows: (account) => `select 1 from providers where default_bank_account_id = ${account}`,
    says: () => 'hay proveedores que se pagan desde ella.',
  })
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
