import type { HttpContext } from '@adonisjs/core/http'
import { requestImport } from '#app/imports/actions/request_import'
import { undoImport } from '#app/imports/actions/undo_import'
import { askedBy, importAsked } from '#app/imports/http/asked_import'
import { importApplicationValidator } from '#app/imports/validators/import_validator'
import { uuidParam } from '#app/kernel/http/uuid_param'

/** An uploaded file is taken on as a whole, and taken back as a whole. */
export default class ImportApplicationsController {
  async store(ctx: HttpContext) {
    const declared = await importAsked(ctx)
    const importId = uuidParam(ctx.params.import)
    const { leave_out_wrong: leavesOut = false } = await ctx.request.validateUsing(importApplicationValidator)
    const { actor, scope } = askedBy(ctx)
    const applied = await requestImport(declared, {
      importId,
      asked: { actor, scope },
      wrongRows: leavesOut ? 'leave_out' : 'refuse',
    })
    if (!applied) return ctx.response.redirect(`${declared.at.create}?import=${importId}`)
    ctx.session.flash('success', applied.message)
    return ctx.response.redirect(applied.resultUrl)
  }

  async destroy(ctx: HttpContext) {
    const declared = await importAsked(ctx)
    const { actor, scope, role } = askedBy(ctx)
    const count = await undoImport(declared, { importId: uuidParam(ctx.params.import), scope, role }, actor)
    if ('told' in declared.undo) ctx.session.flash('success', declared.undo.told(count))
    return ctx.response.redirect(declared.at.create)
  }
}
