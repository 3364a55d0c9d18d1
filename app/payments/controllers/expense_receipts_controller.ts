import { Readable } from 'node:stream'
import type { HttpContext } from '@adonisjs/core/http'
import { findReceiptFile, listReceiptFiles } from '#app/expenses/queries/receipt_files'
import { findScopedNote } from '#app/expenses/scoped'
import { sendFile } from '#app/files/send_file'
import { readFileBytes } from '#app/files/store_file'
import { filePicture } from '#app/invoices/queries/page_picture'
import { isDomainError } from '#app/kernel/domain_error'
import { NotFound } from '#app/kernel/http/access_denied'
import { writeZip } from '#app/kernel/zip_writer'

/** Receipts of a note, for whoever may see the note. */
export default class ExpenseReceiptsController {
  /** The file as it came, as an attachment. */
  async show(ctx: HttpContext) {
    const note = await findScopedNote(ctx)
    const file = await findReceiptFile(note.id, Number(ctx.params.receipt))
    if (!file) throw new NotFound()
    return sendFile(ctx, file)
  }

  /** One page as a picture, drawn in a process of its own: no browser opens what a stranger sent. */
  async page(ctx: HttpContext) {
    const note = await findScopedNote(ctx)
    const file = await findReceiptFile(note.id, Number(ctx.params.receipt))
    if (!file) throw new NotFound()
    const picture = await filePicture(file, Number(ctx.params.page)).catch((error: unknown) => {
      if (isDomainError(error)) return error
      throw error
    })
    if (picture === null) throw new NotFound()
    if (isDomainError(picture)) return ctx.response.status(422).send(picture.message)
    ctx.response.header('content-type', 'image/png')
    ctx.response.header('cache-control', 'private, max-age=3600')
    return ctx.response.send(Buffer.from(picture))
  }

  /** All of them in one archive. */
  async index(ctx: HttpContext) {
    const note = await findScopedNote(ctx)
    const files = await listReceiptFiles(note.id)
    if (files.length === 0) throw new NotFound()
    ctx.response.header('content-type', 'application/zip')
    ctx.response.header('content-disposition', `attachment; filename="${note.number}-justificantes.zip"`)
    ctx.response.header('cache-control', 'private, no-store')
    return ctx.response.stream(
      Readable.from(
        writeZip(
          files.map((file, index) => ({
            name: `${String(index + 1).padStart(2, '0')} ${file.name}`,
            content: (async function* () {
              yield await readFileBytes(file)
            })(),
          }))
        )
      )
    )
  }
}
