import type { HttpContext } from '@adonisjs/core/http'
import { sendArchive } from '#app/files/send_archive'
import { refuseGone, sendFile } from '#app/files/send_file'
import { findFile } from '#app/files/store_file'
import { actorOf } from '#app/identity/http/request_origin'
import { assertInScope } from '#app/identity/http/scope'
import { findScopedInvoice } from '#app/invoices/find_scoped_invoice'
import { cancelReading } from '#app/invoices/intake/cancel_reading'
import { noteDownloaded, noteOriginalDownloaded, noteViewed } from '#app/invoices/intake/note_file_use'
import { divideInvoice, joinInvoices } from '#app/invoices/intake/part_pages'
import { rereadInvoice } from '#app/invoices/intake/reread_invoice'
import Invoice from '#app/invoices/models/invoice'
import {
  attachedFileId,
  listOriginals,
  originalFileId,
  readMarkdown,
} from '#app/invoices/queries/original_file'
import { pagePicture } from '#app/invoices/queries/page_picture'
import { divisionValidator, unionValidator } from '#app/invoices/validators/invoice_validator'
import { type DomainError, isDomainError } from '#app/kernel/domain_error'
import { NotFound } from '#app/kernel/http/access_denied'
import { today } from '#app/kernel/time/calendar_date'

export default class InvoiceFilesController {
  /** The original, as an attachment. */
  async show(ctx: HttpContext) {
    const invoice = await findScopedInvoice(ctx)
    const fileId = await originalFileId(invoice.id)
    const file = fileId === null ? null : await findFile(fileId)
    if (!file) throw new NotFound()
    await refuseGone(file)
    await noteOriginalDownloaded(invoice.id, actorOf(ctx))
    return sendFile(ctx, file)
  }

  /** The originals of several invoices in one archive (area 05 §4, «Descargar ZIP»). */
  async index(ctx: HttpContext) {
    const ids = chosenIds(ctx)
    const originals = await listOriginals(ids)
    for (const { siteId } of originals) assertInScope(ctx, siteId)
    if (originals.length === 0) throw new NotFound()
    await noteDownloaded(
      originals.map(({ invoiceId }) => invoiceId),
      actorOf(ctx)
    )
    return sendArchive(
      ctx,
      `facturas-${today()}.zip`,
      originals.map(({ reference, name, storageKey }) => ({
        name: `${reference} ${name}`,
        file: { storageKey },
      }))
    )
  }

  /** A file that came with it, as an attachment. */
  async attachment(ctx: HttpContext) {
    const invoice = await findScopedInvoice(ctx)
    const fileId = await attachedFileId(invoice.id, Number(ctx.params.file))
    const file = fileId === null ? null : await findFile(fileId)
    if (!file) throw new NotFound()
    await refuseGone(file)
    await noteOriginalDownloaded(invoice.id, actorOf(ctx))
    return sendFile(ctx, file)
  }

  /** One page as a picture. */
  async page(ctx: HttpContext) {
    const invoice = await findScopedInvoice(ctx)
    const picture = await pageOrRefusal(invoice.id, Number(ctx.params.page))
    if (picture === null) throw new NotFound()
    if (Number(ctx.params.page) === 1) await noteViewed(invoice.id, actorOf(ctx))
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

  /** The pages from one on become an invoice of their own. */
  async divide(ctx: HttpContext) {
    const invoice = await findScopedInvoice(ctx)
    const { from_page: fromPage } = await ctx.request.validateUsing(divisionValidator)
    await divideInvoice({ invoiceId: invoice.id, fromPage, actor: actorOf(ctx) })
    ctx.session.flash('success', 'Documento dividido en dos facturas: revise las dos.')
    return ctx.response.redirect().withQs().back()
  }

  /** Takes the pages of another invoice of the same file. */
  async join(ctx: HttpContext) {
    const invoice = await findScopedInvoice(ctx)
    const { other_id: otherId } = await ctx.request.validateUsing(unionValidator)
    assertInScope(ctx, (await Invoice.findOrFail(otherId)).siteId)
    await joinInvoices({ invoiceId: invoice.id, otherId, actor: actorOf(ctx) })
    ctx.session.flash('success', 'Páginas unidas: revise los datos.')
    return ctx.response.redirect().withQs().back()
  }

  /** Stops waiting for the reading. */
  async cancelReading(ctx: HttpContext) {
    const invoice = await findScopedInvoice(ctx)
    await cancelReading(invoice.id, actorOf(ctx))
    ctx.session.flash('success', 'Lectura cancelada: complete la factura a mano o léala de nuevo.')
    return ctx.response.redirect().withQs().back()
  }

  /** Reads the original again. */
  async reread(ctx: HttpContext) {
    const invoice = await findScopedInvoice(ctx)
    await rereadInvoice(invoice.id, invoice.reference, actorOf(ctx))
    ctx.session.flash('info', 'La factura se está leyendo de nuevo.')
    return ctx.response.redirect().withQs().back()
  }
}

const ZIP_INVOICES_MAX = 100

function chosenIds({ request }: HttpContext): number[] {
  const { ids } = request.qs() as Record<string, unknown>
  return (Array.isArray(ids) ? ids : [ids])
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0)
    .slice(0, ZIP_INVOICES_MAX)
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
