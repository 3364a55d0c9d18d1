import type { HttpContext } from '@adonisjs/core/http'
import { assertInScope } from '#app/identity/http/scope'
import { row } from '#app/kernel/database/sql'
import { NotFound } from '#app/kernel/http/access_denied'

export type ScopedInvoice = { id: number; siteId: number; number: string }

/** The document of the route; 404 outside the companies of the caller. */
export async function scopedIssuedInvoice(ctx: HttpContext): Promise<ScopedInvoice> {
  const found = await row<ScopedInvoice>(`select id, site_id, number from issued_invoices where id = :id`, {
    id: Number(ctx.params.id),
  })
  if (!found) throw new NotFound()
  assertInScope(ctx, found.siteId)
  return found
}

/** The record of the route, one of its document; 404 for any other. */
export async function scopedRecord(
  ctx: HttpContext
): Promise<{ number: string; seq: number; kind: string; xml: string }> {
  const invoice = await scopedIssuedInvoice(ctx)
  const found = await row<{ number: string; seq: number; kind: string; xml: string }>(
    `select number, seq, kind, xml from verifactu_records where id = :record and invoice_id = :id`,
    { record: Number(ctx.params.record), id: invoice.id }
  )
  if (!found) throw new NotFound()
  return found
}

/** The key of the company of the route; 404 for one that the caller does not see. */
export async function scopedIssuer(ctx: HttpContext): Promise<number> {
  const siteId = Number(ctx.params.id)
  assertInScope(ctx, siteId)
  if (!(await row(`select 1 from sites where id = :siteId`, { siteId }))) throw new NotFound()
  return siteId
}

/** The key of the series of the route, one of its company. */
export async function scopedSeries(ctx: HttpContext): Promise<number> {
  const siteId = await scopedIssuer(ctx)
  const found = await row<{ id: number }>(
    `select id from issuing_series where id = :series and site_id = :siteId`,
    { series: Number(ctx.params.series), siteId }
  )
  if (!found) throw new NotFound()
  return found.id
}
