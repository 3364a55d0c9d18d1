import { execute, type Transaction } from '#app/kernel/database/sql'

/**
 * Sets how much of the VAT of the lines (or of one) may be deducted: what their profile or category allows, and nothing of a
 * simplified invoice that does not print our tax id (Ley 37/1992 art. 97.1, RD 1619/2012 art. 7.2).
 */
export async function setDeductible(invoiceId: number, trx: Transaction, lineId?: number): Promise<void> {
  await execute(
    `update invoice_lines l set deductible_percent = case
          when i.doc_type = 'simplified' and upper(i.reading #>> '{fields,customerTaxId,value}') is distinct from upper(s.tax_id::text) then 0
          else coalesce(p.deductible_percent, c.deductible_percent, 100) end
       from invoices i left join sites s on s.id = i.site_id, invoice_lines x left join categories c on c.id = x.category_id left join expense_profiles p on p.id = x.profile_id
      where x.id = l.id and i.id = l.invoice_id and l.invoice_id = :invoiceId and (:lineId::bigint is null or l.id = :lineId)`,
    { invoiceId, lineId: lineId ?? null },
    trx
  )
}
