import { rows, type Transaction } from '#app/kernel/database/sql'
import { type CalendarDate, monthOf } from '#app/kernel/time/calendar_date'
import { ensureVatAccount } from '#app/ledger/actions/ensure_vat_account'
import type { DraftLine } from '#app/ledger/journal_draft'
import { openVatMonth } from '#app/ledger/queries/periods'

type Charged = {
  siteId: number
  taxCodeId: number
  suffix: string | null
  baseMinor: number
  vatMinor: number
  taxedOn: CalendarDate
  recipientSiteId: number | null
}

/**
 * The lines of charged tax (477) of an issued invoice for the issuer's entry, one a rate that has a quota: the tax code, the base and
 * the VAT period are what 303 and 347 read, as in the entry of a received invoice. The period is that of the operation, else the
 * next one that is not filed.
 */
export async function issuedTaxLines(invoiceId: number, trx: Transaction): Promise<DraftLine[]> {
  const charged = await rows<Charged>(
    `select i.site_id, t.tax_code_id, c.account_suffix as suffix, t.base_minor, t.vat_minor + t.surcharge_minor as vat_minor,
        coalesce(i.operated_on, i.issued_on) as taxed_on, i.recipient_site_id
       from issued_invoice_taxes t join issued_invoices i on i.id = t.invoice_id join tax_codes c on c.id = t.tax_code_id
      where t.invoice_id = :invoiceId and t.vat_minor + t.surcharge_minor <> 0 order by t.position`,
    { invoiceId },
    trx
  )
  const lines: DraftLine[] = []
  for (const { siteId, suffix, vatMinor, baseMinor, taxCodeId, taxedOn, recipientSiteId } of charged)
    lines.push({
      accountId: await ensureVatAccount({ siteId, role: 'vat_output', suffix }, trx),
      amountMinor: -vatMinor,
      taxCodeId,
      taxBaseMinor: baseMinor,
      vatPeriod: await openVatMonth(siteId, monthOf(taxedOn), trx),
      documentType: 'issued_invoice',
      documentId: invoiceId,
      ...(recipientSiteId === null ? {} : { counterpartyType: 'site', counterpartyId: recipientSiteId }),
    })
  return lines
}
