import type { HttpContext } from '@adonisjs/core/http'
import { assertInScope } from '#app/identity/http/scope'
import Invoice from '#app/invoices/models/invoice'

/** The invoice of the route's `id`; 404 when it is not there or not in the caller's companies. */
export async function findScopedInvoice(ctx: HttpContext): Promise<Invoice> {
  const invoice = await Invoice.findOrFail(Number(ctx.params.id))
  assertInScope(ctx, invoice.siteId)
  return invoice
}
