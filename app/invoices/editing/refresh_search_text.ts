import { execute, type Transaction } from '#app/kernel/database/sql'

/** Rewrites what the list looks in: the text of number, supplier, company, concept and total, and the category most of the money goes to. */
export function refreshSearchText(invoiceId: number, trx: Transaction): Promise<void> {
  return refreshSearchTexts([invoiceId], trx)
}

/** The same for many invoices at once. */
export async function refreshSearchTexts(invoiceIds: number[], trx: Transaction): Promise<void> {
  await execute(
    `update invoices i set search_text = f_unaccent(lower(concat_ws(' ', i.reference, i.invoice_number, p.legal_name, p.trade_name, p.tax_id, s.code, s.legal_name,
        i.concept, i.public_code, i.submitter_name, i.submitter_email, (i.total_minor / 100.0)::numeric(18, 2)::text))),
        category_id = (select l.category_id from invoice_lines l where l.invoice_id = i.id and l.category_id is not null
          group by l.category_id order by sum(abs(l.base_minor)) desc, l.category_id limit 1)
       from invoices x left join providers p on p.id = x.provider_id left join sites s on s.id = x.site_id
      where x.id = i.id and i.id = any(:invoiceIds::bigint[])`,
    { invoiceIds },
    trx
  )
}
