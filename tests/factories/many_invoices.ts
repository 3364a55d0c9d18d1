import { execute } from '#app/kernel/database/sql'

/** So many bare invoices of a company, `total` in cents rising from 1; the first concept would run as a formula. */
export async function makeManyInvoices(siteId: number, count: number): Promise<void> {
  await execute(
    `insert into invoices (reference, site_id, status, received_at, concept, total_minor)
     select 'FR-MANY-' || nextval('invoice_references'), :siteId, 'pending_review', timestamptz '2026-01-01' + n * interval '1 second',
            case when n = 1 then '=HYPERLINK("https://malo.test";"x")' else 'Suministro & <' || n || '>' end, n
       from generate_series(1, :count::int) n`,
    { siteId, count }
  )
}
