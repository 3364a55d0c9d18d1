import type { Infer } from '@vinejs/vine/types'
import type { SiteChanges } from '#app/sites/actions/update_site'
import type { siteValidator } from '#app/sites/validators/site_validator'

/** What a form of a company sent, in the names of the record; fields it did not send stay out. */
export function siteChanges(given: Infer<typeof siteValidator>): SiteChanges {
  const changes: SiteChanges = {
    legalName: given.legal_name,
    tradeName: given.trade_name,
    code: given.code,
    taxId: given.tax_id,
    kind: given.kind,
    parentSiteId: given.parent_site_id,
    ownershipPercent: percentText(given.ownership_percent),
    isGroup: given.is_group,
    address: given.address,
    postalCode: given.postal_code,
    city: given.city,
    provinceCode: given.province_code,
    startedOn: given.started_on,
    closedOn: given.closed_on,
    color: given.color,
    territory: given.territory,
    baseCurrency: given.base_currency,
    accountWidth: given.account_width,
    vatPeriod: given.vat_period,
    withholdingPeriod: given.withholding_period,
    withholdingAccrual: given.withholding_accrual,
    sii: given.sii,
    redeme: given.redeme,
    cashBasis: given.cash_basis,
    prorataPercent: given.prorata_percent,
    invoiceEmailAlias: given.invoice_email_alias,
    autoBookLimitMinor: given.auto_book_limit,
    autoReconcile: given.auto_reconcile,
    maxWriteoffMinor: given.max_writeoff,
    cardCeilingMinor: given.card_ceiling,
    salesSource: given.sales_source,
  }
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
}

/** As the database writes it, so that 100 is no change of 100.00. */
const percentText = (percent: number | null | undefined) =>
  typeof percent === 'number' ? percent.toFixed(2) : percent
