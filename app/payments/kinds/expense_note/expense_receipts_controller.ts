import type { HttpContext } from '@adonisjs/core/http'
import { findReceiptFile, listReceiptFiles, listReceiptsOf } from '#app/expenses/queries/receipt_files'
import { findScopedNote, limitNotes } from '#app/expenses/scoped'
import { sendArchive } from '#app/files/send_archive'
import { sendFile } from '#app/files/send_file'
import { filePicture } from '#app/invoices/queries/page_picture'
import { isDomainError } from '#app/kernel/domain_error'
import { NotFound } from '#app/kernel/http/access_denied'
import { today } from '#app/kernel/time/calendar_date'

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

  /** Those of several notes in one archive, a folder for each; of the notes that the caller may not see none. */
  async several(ctx: HttpContext) {
    const files = await listReceiptsOf(chosenNotes(ctx), limitNotes(ctx))
    if (files.length === 0) throw new NotFound()
    return sendArchive(
      ctx,
      `justificantes-${today()}.zip`,
      files.map((file, index) => ({ file, name: `${file.number}/${placed(index, file.name)}` }))
    )
  }

  /** All of them in one archive. */
  async index(ctx: HttpContext) {
    const note = await findScopedNote(ctx)
    const files = await listReceiptFiles(note.id)
    if (files.length === 0) throw new NotFound()
    return sendArchive(
      ctx,
      `${note.number}-justificantes.zip`,
      files.map((file, index) => ({ file, name: placed(index, file.name) }))
    )
  }
}

const placed = (index: number, name: string) => `${String(index + 1).padStart(2, '0')} ${name}`

const NOTES_MAX = 100

function chosenNotes({ request }: HttpContext): number[] {
  const { ids } = request.qs() as Record<string, unknown>
  return [ids]
    .flat()
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0)
    .slice(0, NOTES_MAX)
}
