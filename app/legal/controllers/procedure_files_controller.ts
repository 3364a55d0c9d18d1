import { readFile } from 'node:fs/promises'
import type { HttpContext } from '@adonisjs/core/http'
import { sendFile } from '#app/files/send_file'
import { actorOf } from '#app/identity/http/request_origin'
import { DomainError } from '#app/kernel/domain_error'
import { addFiles, type LegalUpload, removeFile } from '#app/legal/actions/procedure_files'
import { findScopedProcedure } from '#app/legal/scoped'
import { findScopedFile } from '#app/legal/scoped_parts'
import { filesValidator } from '#app/legal/validators/legal_validator'

/** The files of a procedure. */
export default class ProcedureFilesController {
  async store(ctx: HttpContext) {
    const id = await findScopedProcedure(ctx)
    const given = await ctx.request.validateUsing(filesValidator)
    const replacesId = given.replaces_id ?? null
    if (replacesId !== null && given.files.length > 1)
      throw new DomainError('E_FILE', 'Una versión nueva es un solo archivo.', { field: 'files' })
    if (replacesId !== null) await findScopedFile(ctx, id, replacesId)
    const uploads: LegalUpload[] = []
    for (const file of given.files) {
      if (!file.tmpPath) continue
      uploads.push({
        kind: given.kind,
        name: file.clientName,
        bytes: await readFile(file.tmpPath),
        phaseId: given.phase_id ?? null,
        confidential: given.confidential ?? false,
        replacesId,
      })
    }
    await addFiles(id, uploads, actorOf(ctx))
    ctx.session.flash(
      'success',
      uploads.length === 1 ? 'Archivo adjuntado.' : `${uploads.length} archivos adjuntados.`
    )
    return ctx.response.redirect().withQs().back()
  }

  async show(ctx: HttpContext) {
    const id = await findScopedProcedure(ctx)
    return sendFile(ctx, await findScopedFile(ctx, id, Number(ctx.params.file)))
  }

  async destroy(ctx: HttpContext) {
    const id = await findScopedProcedure(ctx)
    await findScopedFile(ctx, id, Number(ctx.params.file))
    await removeFile({ procedureId: id, fileId: Number(ctx.params.file) }, actorOf(ctx))
    ctx.session.flash('success', 'Archivo eliminado.')
    return ctx.response.redirect().withQs().back()
  }
}
