import type { HttpContext } from '@adonisjs/core/http'
import { variablesOf } from '#app/expenses/actions/tell_claimant'
import { resendEmail, saveTemplate, sendNoteEmail } from '#app/expenses/actions/write_emails'
import { fillText } from '#app/expenses/email_text'
import { findScopedNote } from '#app/expenses/scoped'
import { emailValidator, templateValidator } from '#app/expenses/validators/expense_validator'
import { actorOf } from '#app/identity/http/request_origin'

/** Mails about a note, and the texts they are written with. */
export default class NoteEmailsController {
  async store(ctx: HttpContext) {
    const note = await findScopedNote(ctx)
    const given = await ctx.request.validateUsing(emailValidator)
    await sendNoteEmail(
      {
        noteId: note.id,
        to: given.to,
        cc: given.cc ?? null,
        templateId: given.template_id ?? null,
        subject: given.subject,
        body: given.body,
        receiptIds: given.receipt_ids ?? [],
      },
      actorOf(ctx)
    )
    return done(ctx, 'Correo en la bandeja de salida.')
  }

  /** The text as it will be read. Changes nothing. */
  async show(ctx: HttpContext) {
    const note = await findScopedNote(ctx)
    const given = await ctx.request.validateUsing(emailValidator)
    const variables = await variablesOf(note, note.rejectionReason ?? note.infoRequest ?? '')
    return ctx.response.send({
      data: { subject: fillText(given.subject, variables), body: fillText(given.body, variables) },
    })
  }

  async resend(ctx: HttpContext) {
    const note = await findScopedNote(ctx)
    await resendEmail(note.id, Number(ctx.params.message))
    return done(ctx, 'El correo se enviará de nuevo.')
  }

  async create(ctx: HttpContext) {
    const { is_active: isActive, ...given } = await ctx.request.validateUsing(templateValidator)
    await saveTemplate(null, { ...given, isActive }, actorOf(ctx))
    return done(ctx, 'Plantilla creada.')
  }

  async update(ctx: HttpContext) {
    const { is_active: isActive, ...given } = await ctx.request.validateUsing(templateValidator)
    await saveTemplate(Number(ctx.params.template), { ...given, isActive }, actorOf(ctx))
    return done(ctx, 'Plantilla guardada.')
  }
}

function done({ session, response }: HttpContext, message: string) {
  session.flash('success', message)
  return response.redirect().withQs().back()
}
