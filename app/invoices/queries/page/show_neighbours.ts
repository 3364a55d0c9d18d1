import type Invoice from '#app/invoices/models/invoice'
import { inScope, type Scope, scopeBindings } from '#app/invoices/queries/page/reader_scope'
import { row, rows } from '#app/kernel/database/sql'

/** The neighbours in the list of what waits for review, for J and K. Instants are compared as the database keeps them. */
export async function showNeighbours({ id, status }: Invoice, scope: Scope) {
  const found = await row<{ next: number | null; previous: number | null }>(
    `select (select id from invoices where status = :status and (received_at, id) < (i.received_at, i.id) and ${inScope('site_id')} order by received_at desc, id desc limit 1) as next,
            (select id from invoices where status = :status and (received_at, id) > (i.received_at, i.id) and ${inScope('site_id')} order by received_at, id limit 1) as previous
       from invoices i where i.id = :id`,
    { id, status, ...scopeBindings(scope) }
  )
  return { next: found?.next ?? null, previous: found?.previous ?? null }
}

/** Other invoices in review that were made from the same file, for putting their pages together again. */
export function showParts({ id, status }: Invoice, scope: Scope) {
  if (status !== 'pending_review') return []
  return rows<{ id: number; reference: string; number: string | null }>(
    `select o.id, o.reference, o.invoice_number as number from invoice_files f
       join invoice_files x on x.sha256 = f.sha256 and x.kind = 'original' and x.invoice_id <> f.invoice_id
       join invoices o on o.id = x.invoice_id and o.status = 'pending_review' and ${inScope('o.site_id')}
      where f.invoice_id = :id and f.kind = 'original' order by o.id limit 20`,
    { id, ...scopeBindings(scope) }
  )
}
