import type { HttpContext } from '@adonisjs/core/http'
import { sendFile } from '#app/files/send_file'
import { findFile } from '#app/files/store_file'
import { actorOf } from '#app/identity/http/request_origin'
import { enqueueReading } from '#app/invoices/actions/enqueue_reading'
import { logInvoiceAction } from '#app/invoices/actions/log_action'
import { findScopedInvoice } from '#app/invoices/find_scoped_invoice'
import { originalFileId, readMarkdown } from '#app/invoices/queries/original_file'
import { pagePicture } from '#app/invoices/queries/page_picture'
import { NotFound } from '#app/kernel/http/access_denied'
import { inTransaction } from '#app/kernel/sql'

export default class InvoiceFilesController {
  /** The original, as an attachment. */
  async show(ctx: HttpContext) {
    const invoice = await findScopedInvoice(ctx)
    const file = await findFile(await originalFileId(invoice.id))
    if (!file) throw new NotFound()
    await inTransaction((trx) =>
      logInvoiceAction({ invoiceId: invoice.id, action: 'file_downloaded', actor: actorOf(ctx) }, trx)
    )
    return sendFile(ctx, file)
  }

  /** One page as a picture. */
  async page(ctx: HttpContext) {
    const invoice = await findScopedInvoice(ctx)
    const picture = await pagePicture(invoice.id, Number(ctx.params.page))
    if (!picture) throw new NotFound()
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
    const fileId = await originalFileId(invoice.id)
    await inTransaction((trx) =>
      enqueueReading(
        { invoiceId: invoice.id, fileId, title: `Leer ${invoice.reference}`, actor: actorOf(ctx) },
        trx
      )
    )
    ctx.session.flash('info', 'La factura se está leyendo de nuevo.')
    return ctx.response.redirect().withQs().back()
  }
}
