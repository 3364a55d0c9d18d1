import type { HttpContext } from '@adonisjs/core/http'
import { sendFile } from '#app/files/send_file'
import { findFile } from '#app/files/store_file'
import { actorOf } from '#app/identity/http/request_origin'
import { noteOriginalDownloaded, rereadInvoice } from '#app/invoices/actions/reread_invoice'
import { findScopedInvoice } from '#app/invoices/find_scoped_invoice'
import { originalFileId, readMarkdown } from '#app/invoices/queries/original_file'
import { pagePicture } from '#app/invoices/queries/page_picture'
import { type DomainError, isDomainError } from '#app/kernel/domain_error'
import { NotFound } from '#app/kernel/http/access_denied'

export default class InvoiceFilesController {
  /** The original, as an attachment. */
  async show(ctx: HttpContext) {
    const invoice = await findScopedInvoice(ctx)
    const file = await findFile(await originalFileId(invoice.id))
    if (!file) throw new NotFound()
    await noteOriginalDownloaded(invoice.id, actorOf(ctx))
    return sendFile(ctx, file)
  }

  /** One page as a picture. */
  async page(ctx: HttpContext) {
    const invoice = await findScopedInvoice(ctx)
    const picture = await pageOrRefusal(invoice.id, Number(ctx.params.page))
    if (picture === null) throw new NotFound()
    if (isDomainError(picture)) return ctx.response.status(422).send(picture.message)
    ctx.response.header('content-type', 'image/png')
    ctx.response.header('cache-control', 'private, max-age=3600')
    return ctx.response.send(Buffer.from(picture))
  }

  /** What was read, page by page, as text. */
  async markdown(ctx: HttpContext) {
    const invoice = await findScopedInvoice(ctx)
    return ctx.response.send({ data: { markdown: await readMarkdown(invoice.id) } })
  }

  /** Reads the original again. */
  async reread(ctx: HttpContext) {
    const invoice = await findScopedInvoice(ctx)
    await rereadInvoice(invoice.id, invoice.reference, actorOf(ctx))
    ctx.session.flash('info', 'La factura se está leyendo de nuevo.')
    return ctx.response.redirect().withQs().back()
  }
}

/** A picture has no page to go back to: what cannot be drawn is the answer itself. */
async function pageOrRefusal(invoiceId: number, page: number): Promise<Uint8Array | DomainError | null> {
  try {
    return await pagePicture(invoiceId, page)
  } catch (error) {
    if (isDomainError(error)) return error
    throw error
  }
}
