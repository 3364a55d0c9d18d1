import type { HttpContext } from '@adonisjs/core/http'
import {
  approveNote,
  type NoteApproval,
  overrideNoteApproval,
  undoApproval,
} from '#app/expenses/actions/approve_note'
import type ExpenseNote from '#app/expenses/models/expense_note'
import { findScopedNote } from '#app/expenses/scoped'
import {
  approvalValidator,
  type GivenReductions,
  noteOverrideValidator,
  reasonValidator,
} from '#app/expenses/validators/expense_validator'
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
      reductions: reductionsOf(given.reductions),
      actor: actorOf(ctx),
    })
    return done(ctx, note, outcome)
  }

  /** The emergency approval of the system role. */
  async override(ctx: HttpContext) {
    const note = await findScopedNote(ctx)
    const given = await ctx.request.validateUsing(noteOverrideValidator)
    const outcome = await overrideNoteApproval({
      noteId: note.id,
      shownFingerprint: given.fingerprint,
      reason: given.reason,
      confirmDuplicate: given.confirm_duplicate ?? false,
      reductions: reductionsOf(given.reductions),
      actor: actorOf(ctx),
    })
    return done(ctx, note, outcome)
  }

  async destroy(ctx: HttpContext) {
    const note = await findScopedNote(ctx)
    const { reason } = await ctx.request.validateUsing(reasonValidator)
    await undoApproval(note.id, reason, actorOf(ctx))
    ctx.session.flash('success', `Aprobación de ${note.number} anulada.`)
    return ctx.response.redirect().withQs().back()
  }
}

const reductionsOf = (given: GivenReductions = []) =>
  given.map(({ line_id: lineId, approved, comment }) => ({
    lineId,
    approvedMinor: approved,
    comment: comment ?? null,
  }))

function done(
  { session, response }: HttpContext,
  { number }: ExpenseNote,
  { given, required, isApproved }: NoteApproval
) {
  session.flash(
    'success',
    isApproved
      ? `Nota ${number} aprobada y contabilizada.`
      : `Aprobación registrada (${given} de ${required}).`
  )
  return response.redirect().withQs().back()
}
