import { execute, type Transaction } from '#app/kernel/sql'

/** Rewrites the text that the search looks in: number, supplier, company, concept, total. */
export async function refreshSearchText(invoiceId: number, trx: Transaction): Promise<void> {
  await execute(
    `update invoices i set search_text = f_unaccent(lower(concat_ws(' ', i.reference, i.invoice_number, p.legal_name, p.trade_name, p.tax_id, s.code, s.legal_name,
        i.concept, (i.total_minor / 100.0)::numeric(18, 2)::text)))
       from invoices x left join providers p on p.id = x.provider_id left join sites s on s.id = x.site_id
      where x.id = i.id and i.id = :invoiceId`,
    { invoiceId },
    trx
  )
}
