import { rows } from '#app/kernel/database/sql'
import { paymentsOf } from '#app/ledger/document_payments'

/** The lines of an invoice with their tax, category and account, in their order. */
export function showLines(invoiceId: number) {
  return rows<{
    id: number
    position: number
    concept: string
    quantity: string
    unitPriceMinor4: number | null
    discountPercent: string
    baseMinor: number
    vatCodeId: number | null
    vatCode: string | null
    vatMinor: number
    deductiblePercent: number
    withholdingCodeId: number | null
    withholdingMinor: number
    categoryId: number | null
    category: string | null
    accountCode: string | null
    centerId: number | null
    periodFrom: string | null
    periodTo: string | null
    matchState: string
    why: string | null
  }>(
    `select l.id, l.position, l.concept, l.quantity::text, l.unit_price_minor4, l.discount_percent::text, l.base_minor, l.vat_code_id, t.name as vat_code, l.vat_minor, l.deductible_percent, l.withholding_code_id, l.withholding_minor,
            l.category_id, c.name::text as category, l.account_code, l.center_id, l.period_from::text, l.period_to::text, l.match_state, coalesce(l.match_explanation #>> '{fallback,text}', l.match_explanation ->> 'decisionReason') as why
       from invoice_lines l left join tax_codes t on t.id = l.vat_code_id left join categories c on c.id = l.category_id where l.invoice_id = :invoiceId order by l.position`,
    { invoiceId }
  )
}

/** What each rate of tax adds up to, the highest first. */
export function showTaxGroups(invoiceId: number) {
  return rows<{
    vatCodeId: number
    name: string
    baseMinor: number
    vatMinor: number
    surchargeMinor: number
  }>(
    `select g.vat_code_id, t.name, g.base_minor, g.vat_minor, g.surcharge_minor from invoice_tax_groups g join tax_codes t on t.id = g.vat_code_id
      where g.invoice_id = :invoiceId order by t.rate_basis_points desc`,
    { invoiceId }
  )
}

/** The lines of every journal entry of the invoice; minor units. */
export function showEntry(invoiceId: number) {
  return rows<{
    entryNo: number
    postedOn: string
    account: string
    name: string
    memo: string | null
    amountMinor: number
    currency: string
    baseMinor: number
    baseCurrency: string
    isReversal: boolean
  }>(
    `select e.entry_no, e.posted_on, a.code as account, a.name, l.memo, l.amount_minor, l.currency, l.base_minor, s.base_currency, e.reverses_id is not null as is_reversal from journal_entries e
       join journal_lines l on l.entry_id = e.id join ledger_accounts a on a.id = l.account_id join sites s on s.id = e.site_id
      where e.source_type = 'invoice' and e.source_id = :invoiceId order by e.id, l.line_no`,
    { invoiceId }
  )
}

/** What paid it. */
export const showPayments = (invoiceId: number) => paymentsOf('invoice', [invoiceId])

/** Currencies an invoice may be in. */
export function listCurrencies() {
  return rows<{ code: string; name: string }>(
    `select code, name from currencies order by code <> 'EUR', code`
  )
}
