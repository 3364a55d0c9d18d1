import type { HttpContext } from '@adonisjs/core/http'
import { reportText } from '#app/accounts/actions/import_statement'
import { requestImport } from '#app/accounts/actions/request_import'
import { undoImport } from '#app/accounts/actions/undo_import'
import type { ImportReport } from '#app/accounts/actions/write_statements'
import { accountProps } from '#app/accounts/queries/find_account'
import { previewProps } from '#app/accounts/queries/preview_props'
import { reconcilableAccount } from '#app/accounts/scoped'
import { statementImportValidator } from '#app/accounts/validators/statement_validator'
import { actorOf } from '#app/identity/http/request_origin'
import { isDomainError } from '#app/kernel/domain_error'
import { NotFound } from '#app/kernel/http/access_denied'
import { counted } from '#app/kernel/text/counted'

export default class StatementsController {
  /** The upload; with `?file=` the preview of an uploaded one. */
  async create(ctx: HttpContext) {
    const { account, viewer } = await reconcilableAccount(ctx)
    const fileId = Number(ctx.request.input('file'))
    const isAsked = Number.isSafeInteger(fileId) && fileId > 0
    try {
      const preview = isAsked ? await previewProps(account.id, fileId) : null
      if (isAsked && !preview) throw new NotFound()
      const props = { account: accountProps(account, viewer), preview }
      return await ctx.inertia.render('accounts/statements/create', props)
    } catch (error) {
      if (!isDomainError(error)) throw error
      // Going back would come here again: a file that cannot be shown is uploaded anew.
      ctx.session.flash('error', error.message)
      return ctx.response.redirect(`/accounts/${account.id}/statements/create`)
    }
  }

  async store(ctx: HttpContext) {
    const { account } = await reconcilableAccount(ctx)
    const input = await ctx.request.validateUsing(statementImportValidator)
    const accepts = {
      unbalanced: input.accept_unbalanced ?? false,
      unreadableRows: input.accept_unreadable_rows ?? false,
    }
    const answer = await requestImport({
      bankAccountId: account.id,
      fileId: input.file_id,
      accepts,
      actor: actorOf(ctx),
    })
    if ('report' in answer) tellReport(ctx, answer.report)
    else {
      const { name, lines } = answer.importing
      ctx.session.flash(
        'info',
        `Importando ${lines.toLocaleString('es-ES', { useGrouping: 'always' })} movimientos de ${name} en segundo plano: puede seguir trabajando.`
      )
    }
    return ctx.response.redirect(`/accounts/${account.id}/reconcile`)
  }

  async destroy(ctx: HttpContext) {
    const { account } = await reconcilableAccount(ctx)
    const deleted = await undoImport({
      bankAccountId: account.id,
      statementId: Number(ctx.params.statement),
      actor: actorOf(ctx),
    })
    ctx.session.flash(
      'success',
      `Importación deshecha: ${counted(deleted, 'movimiento eliminado', 'movimientos eliminados')}.`
    )
    return ctx.response.redirect().withQs().back()
  }
}

function tellReport(ctx: HttpContext, report: ImportReport): void {
  ctx.session.flash('success', `${reportText(report)}.`)
  if (report.unbalanced)
    ctx.session.flash('warning', 'El extracto no cuadra: se ha importado sin conciliación automática.')
}
