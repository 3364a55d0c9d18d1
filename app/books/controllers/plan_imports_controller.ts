import { readFile } from 'node:fs/promises'
import type { HttpContext } from '@adonisjs/core/http'
import { importPlan, uploadPlan } from '#app/books/actions/import_plan'
import { planPreview } from '#app/books/queries/plan_upload'
import { planImportValidator, planPreviewValidator } from '#app/books/validators/plan_validator'
import { actorOf } from '#app/identity/http/request_origin'
import { assertCompany } from '#app/identity/http/scope'
import { assertFileBytes } from '#app/imports/tables/file_limits'
import { DomainError, isDomainError } from '#app/kernel/domain_error'
import { NotFound } from '#app/kernel/http/access_denied'

/** Accounts brought by a file: kept for a preview first, then all of them opened or none. */
export default class PlanImportsController {
  async create(ctx: HttpContext) {
    const [siteId, fileId] = [Number(ctx.request.input('site_id')), Number(ctx.request.input('file'))]
    const isSite = Number.isSafeInteger(siteId) && siteId > 0
    if (isSite) await assertCompany(ctx, siteId)
    try {
      const isAsked = isSite && Number.isSafeInteger(fileId) && fileId > 0
      const preview = isAsked ? await planPreview(siteId, fileId) : null
      if (isAsked && !preview) throw new NotFound()
      return await ctx.inertia.render('books/plan_imports/create', {
        siteId: isSite ? siteId : null,
        preview,
      })
    } catch (error) {
      if (!isDomainError(error)) throw error
      // Going back would come here again: a file that cannot be shown is uploaded anew.
      ctx.session.flash('error', error.message)
      return ctx.response.redirect('/accounts/plan/imports/create')
    }
  }

  async preview(ctx: HttpContext) {
    const { site_id: siteId, file } = await ctx.request.validateUsing(planPreviewValidator)
    await assertCompany(ctx, siteId)
    if (!file.tmpPath) throw new DomainError('E_FILE', 'Seleccione un archivo.', { field: 'file' })
    assertFileBytes(file.size)
    const bytes = await readFile(file.tmpPath)
    const fileId = await uploadPlan({ siteId, name: file.clientName, bytes, actor: actorOf(ctx) })
    return ctx.response.redirect(`/accounts/plan/imports/create?site_id=${siteId}&file=${fileId}`)
  }

  async store(ctx: HttpContext) {
    const given = await ctx.request.validateUsing(planImportValidator)
    await assertCompany(ctx, given.site_id)
    const { opened, skipped } = await importPlan({
      siteId: given.site_id,
      fileId: given.file_id,
      rowsWithProblems: given.skip_rows ? 'skip' : 'refuse',
      actor: actorOf(ctx),
    })
    ctx.session.flash('success', `Cuentas importadas: ${opened}. Filas omitidas: ${skipped}.`)
    return ctx.response.redirect(`/accounts/plan?site_ids[]=${given.site_id}`)
  }
}
