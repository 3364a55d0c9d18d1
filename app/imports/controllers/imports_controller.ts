import { readFile } from 'node:fs/promises'
import type { HttpContext } from '@adonisjs/core/http'
import { keepImport, refuseSize } from '#app/imports/actions/keep_import'
import { mapColumns } from '#app/imports/actions/map_columns'
import { answersIn, askedBy, importAsked } from '#app/imports/http/asked_import'
import { importPage } from '#app/imports/queries/import_page'
import { importColumnsValidator, importFileValidator } from '#app/imports/validators/import_validator'
import { DomainError, isDomainError } from '#app/kernel/domain_error'
import { NotFound } from '#app/kernel/http/access_denied'
import { uuidParam } from '#app/kernel/http/uuid_param'

/** A file of many rows: kept, looked at with its columns, and shown once it was taken on. */
export default class ImportsController {
  /** The upload; with `?import=` an uploaded file, the job that takes it on, or what it became. */
  async create(ctx: HttpContext) {
    const declared = await importAsked(ctx)
    const asked = (ctx.request.qs() as Record<string, unknown>).import
    try {
      const page = await importPage(declared, asked === undefined ? null : uuidParam(asked), askedBy(ctx))
      if (!page) throw new NotFound()
      return await ctx.inertia.render(declared.page, page)
    } catch (error) {
      if (!isDomainError(error)) throw error
      // Going back would come here again: a file that cannot be shown is uploaded anew.
      ctx.session.flash('error', error.message)
      return ctx.response.redirect(declared.at.create)
    }
  }

  /** Keeps the file and leads to its preview; nothing is taken on. */
  async store(ctx: HttpContext) {
    const declared = await importAsked(ctx)
    const answers = await answersIn(ctx, declared, 'file')
    const { file } = await ctx.request.validateUsing(importFileValidator)
    if (!file.tmpPath) throw new DomainError('E_FILE', 'Seleccione un archivo.', { field: 'file' })
    refuseSize(declared, file.size)
    const bytes = await readFile(file.tmpPath)
    const id = await keepImport(declared, { name: file.clientName, bytes }, { ...askedBy(ctx), answers })
    return ctx.response.redirect(`${declared.at.create}?import=${id}`)
  }

  /** Says which heading stands for which column, on which sheet, or answers what the preview asks. */
  async update(ctx: HttpContext) {
    const declared = await importAsked(ctx)
    const importId = uuidParam(ctx.params.import)
    const { columns, sheet } = await ctx.request.validateUsing(importColumnsValidator)
    const answers = columns ? undefined : await answersIn(ctx, declared, 'preview')
    await mapColumns(declared, {
      importId,
      asked: askedBy(ctx),
      ...(columns ? { columns } : {}),
      ...(sheet ? { sheet } : {}),
      ...(answers ? { answers } : {}),
    })
    return ctx.response.redirect(`${declared.at.create}?import=${importId}`)
  }
}
