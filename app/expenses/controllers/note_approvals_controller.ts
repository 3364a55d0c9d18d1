import type { HttpContext } from '@adonisjs/core/http'
import { approveNote, undoApproval } from '#app/expenses/actions/approve_note'
import { findScopedNote } from '#app/expenses/scoped'
import { approvalValidator, reasonValidator } from '#app/expenses/validators/expense_validator'
import { actorOf } from '#app/identity/http/request_origin'

export default class NoteApprovalsController {
  async store(ctx: HttpContext) {
    const note = await findScopedNote(ctx)
    const given = await ctx.request.validateUsing(approvalValidator)
    const outcome = await approveNote({
      noteId: note.id,
      shownFingerprint: given.fingerprint,
      comment: given.comment ?? null,
      confirmDuplicate: given.confirm_duplicate ?? false,
      reductions: (given.reductions ?? []).map(({ line_id: lineId, approved, comment }) => ({
        lineId,
        approvedMinor: approved,
        comment: comment ?? null,
      })),
      actor: actorOf(ctx),
    })
    ctx.session.flash(
      'success',
      outcome.isApproved
        ? `Nota ${note.number} aprobada y contabilizada.`
        : `Aprobación registrada (${outcome.given} de ${outcome.required}).`
    )
    return ctx.response.redirect().withQs().back()
  }

  async destroy(ctx: HttpContext) {
    const note = await findScopedNote(ctx)
    const { reason } = await ctx.request.validateUsing(reasonValidator)
    await undoApproval(note.id, reason, actorOf(ctx))
    ctx.session.flash('success', `Aprobación de ${note.number} anulada.`)
    return ctx.response.redirect().withQs().back()
  }
}
