import type { HttpContext } from '@adonisjs/core/http'
import { takeOverNote } from '#app/expenses/actions/review_lock'
import {
  answerNote,
  askForInformation,
  cancelNote,
  confirmIban,
  rejectNote,
  takeUpNote,
} from '#app/expenses/actions/review_note'
import { sentReceipts } from '#app/expenses/http/note_form'
import { findScopedNote } from '#app/expenses/scoped'
import { answerValidator, cancelValidator, reasonValidator } from '#app/expenses/validators/expense_validator'
import { actorOf } from '#app/identity/http/request_origin'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { AD } from '#app/identity/roles'
import { AccessDenied } from '#app/kernel/http/access_denied'

/** The way of a note until somebody approves it. */
export default class NoteReviewsController {
  async store(ctx: HttpContext) {
    const note = await findScopedNote(ctx)
    await takeUpNote(note.id, actorOf(ctx))
    return done(ctx, `Nota ${note.number} en revisión.`)
  }

  /** Goes on with what somebody else had begun. */
  async edit(ctx: HttpContext) {
    const note = await findScopedNote(ctx)
    await takeOverNote(note.id, actorOf(ctx))
    return done(ctx, `La revisión de la nota ${note.number} queda a su cargo.`)
  }

  async ask(ctx: HttpContext) {
    const note = await findScopedNote(ctx)
    const { reason } = await ctx.request.validateUsing(reasonValidator)
    await askForInformation(note.id, reason, actorOf(ctx))
    return done(ctx, 'Información pedida al solicitante.')
  }

  /** What the claimant said, on the telephone or here. */
  async answer(ctx: HttpContext) {
    const note = await findScopedNote(ctx)
    const { text, files = [] } = await ctx.request.validateUsing(answerValidator)
    await answerNote({
      noteId: note.id,
      text: text ?? '',
      receipts: await sentReceipts(files, []),
      actor: actorOf(ctx),
    })
    return done(ctx, 'Respuesta añadida.')
  }

  async reject(ctx: HttpContext) {
    const note = await findScopedNote(ctx)
    const { reason } = await ctx.request.validateUsing(reasonValidator)
    await rejectNote(note.id, reason, actorOf(ctx))
    return done(ctx, `Nota ${note.number} rechazada.`)
  }

  async destroy(ctx: HttpContext) {
    const note = await findScopedNote(ctx)
    const { user } = requireSignedIn(ctx)
    if (user.role === AD && note.createdBy !== user.id) throw new AccessDenied()
    const { reason } = await ctx.request.validateUsing(cancelValidator)
    await cancelNote(note.id, reason ?? null, actorOf(ctx))
    return done(ctx, `Nota ${note.number} cancelada.`)
  }

  async update(ctx: HttpContext) {
    const note = await findScopedNote(ctx)
    const { reason } = await ctx.request.validateUsing(reasonValidator)
    await confirmIban(note.id, reason, actorOf(ctx))
    return done(ctx, 'Cuenta confirmada con el solicitante.')
  }
}

function done({ session, response }: HttpContext, message: string) {
  session.flash('success', message)
  return response.redirect().withQs().back()
}
