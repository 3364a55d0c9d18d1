import type { HttpContext } from '@adonisjs/core/http'
import { answerNote, cancelNote } from '#app/expenses/actions/review_note'
import { sendStatusLink } from '#app/expenses/actions/send_status_link'
import { isTooMuch, tooMuch } from '#app/expenses/http/form_guard'
import { sentReceipts } from '#app/expenses/http/note_form'
import { findNoteOfLink } from '#app/expenses/public/note_link'
import { countLink, countLook, countPost } from '#app/expenses/public/submission_limits'
import { findPublicNote } from '#app/expenses/queries/public_note'
import { answerValidator, lookupValidator } from '#app/expenses/validators/expense_validator'
import { atLeast } from '#app/identity/at_least'
import { actorOf } from '#app/identity/http/request_origin'
import { DomainError } from '#app/kernel/domain_error'

const ANSWER_MS = 300

/** Where a note stands, for who has its secret link: they answer what was asked, or take it back. */
export default class PublicStatusesController {
  async show(ctx: HttpContext) {
    const isBusy = await isTooMuch(countLook(ctx.request.ip()))
    // To lead back to where one is would lead here again.
    if (isBusy) {
      ctx.response.status(429)
      return ctx.inertia.render('expenses/public_notes/show', { token: '', note: null, isBusy })
    }
    const token = String(ctx.params.token)
    const note = await atLeast(ANSWER_MS, () => findPublicNote(token))
    if (!note) ctx.response.status(404)
    return ctx.inertia.render('expenses/public_notes/show', { token, note, isBusy })
  }

  async answer(ctx: HttpContext) {
    await countPost(ctx.request.ip())
    const noteId = await this.noteOf(ctx)
    const { text, files = [] } = await ctx.request.validateUsing(answerValidator)
    await answerNote({
      noteId,
      text: text ?? '',
      receipts: await sentReceipts(files, []),
      actor: visitor(ctx),
    })
    ctx.session.flash('success', 'Respuesta enviada. Seguimos con la revisión.')
    return ctx.response.redirect().withQs().back()
  }

  async destroy(ctx: HttpContext) {
    await countPost(ctx.request.ip())
    await cancelNote(await this.noteOf(ctx), 'Cancelada por el solicitante', visitor(ctx))
    ctx.session.flash('success', 'Nota de gastos cancelada.')
    return ctx.response.redirect().withQs().back()
  }

  /** The form for who has lost the link. */
  async lookup({ inertia, session }: HttpContext) {
    return inertia.render('expenses/public_notes/index', {
      isSent: session.flashMessages.get('expense_link_sent') === true,
    })
  }

  /** The same answer, in the same time, whether there is such a note or not. */
  async send(ctx: HttpContext) {
    try {
      await countLink(ctx.request.ip())
      const { number, tax_id: taxId } = await ctx.request.validateUsing(lookupValidator)
      await atLeast(ANSWER_MS, () => sendStatusLink(number, taxId))
      ctx.session.flash('expense_link_sent', true)
      return ctx.response.redirect('/nota-de-gastos/estado')
    } catch (error) {
      const answered = tooMuch(error, ctx)
      if (answered === null) throw error
      return answered
    }
  }

  private async noteOf({ params }: HttpContext): Promise<number> {
    const noteId = await findNoteOfLink(String(params.token))
    if (noteId === null) throw new DomainError('E_LINK', 'Enlace no válido o caducado.')
    return noteId
  }
}

const visitor = (ctx: HttpContext) => ({ ...actorOf(ctx), userId: null, kind: 'public' as const })
