import { randomInt } from 'node:crypto'
import type { HttpContext } from '@adonisjs/core/http'
import type { Infer } from '@vinejs/vine/types'
import { refuseBarred } from '#app/expenses/actions/provider_requests'
import { submitNote } from '#app/expenses/actions/submit_note'
import { guardForm, tooMuch } from '#app/expenses/http/form_guard'
import { sentLines, sentReceipts } from '#app/expenses/http/note_form'
import { numberOfStamp } from '#app/expenses/public/form_uses'
import { urlOf } from '#app/expenses/public/note_link'
import { countPost, owesWork } from '#app/expenses/public/submission_limits'
import { lineOptions } from '#app/expenses/queries/line_options'
import { findSiteByTaxId } from '#app/expenses/queries/site_by_tax_id'
import { publicNoteValidator } from '#app/expenses/validators/expense_validator'
import { atLeast } from '#app/identity/at_least'
import { actorOf } from '#app/identity/http/request_origin'
import { makeStamp, stampHash, WORK_BITS } from '#app/identity/public_forms/form_stamp'
import { makeSecretLink } from '#app/identity/public_forms/secret_link'
import { violatedConstraint } from '#app/kernel/database/database_error'
import { today } from '#app/kernel/time/calendar_date'
import { findSiteOfLink } from '#app/sites/queries/find_site_of_link'

const SENT = 'public_expense_note'
const ANSWER_MS = 400

type Sent = Infer<typeof publicNoteValidator>
type Answer = { number: string; url: string | null }

/** The page where anybody who works for the group sends in an expense note without an account (area 29). */
export default class PublicNotesController {
  async index(ctx: HttpContext) {
    const link = String((ctx.request.qs() as Record<string, unknown>).empresa ?? '')
    const site = link ? await findSiteOfLink(link) : null
    const kept = ctx.session.flashMessages.get(SENT) as Answer | undefined
    return ctx.inertia.render('expenses/public_notes/create', {
      stamp: makeStamp(),
      workBits: (await owesWork(ctx.request.ip())) ? WORK_BITS : 0,
      link: link || null,
      site: site?.legalName ?? null,
      sent: kept ?? null,
      options: await lineOptions(site?.id ?? null),
    })
  }

  /** Answers alike whatever is known here. What only a program sends is dropped with the same answer. */
  async store(ctx: HttpContext) {
    try {
      await countPost(ctx.request.ip())
      const sent = await ctx.request.validateUsing(publicNoteValidator)
      const answer = await atLeast(ANSWER_MS, () => this.take(ctx, sent))
      ctx.session.flash(SENT, answer)
      return ctx.response.redirect().withQs().back()
    } catch (error) {
      const answered = tooMuch(error, ctx)
      if (answered === null) throw error
      return answered
    }
  }

  private async take(ctx: HttpContext, sent: Sent): Promise<Answer> {
    if ((await guardForm(ctx, sent)) === 'drop')
      return { number: likeANumber(), url: urlOf(makeSecretLink().token) }
    const known = await numberOfStamp(sent.stamp)
    if (known) return { number: known, url: null }
    await refuseBarred(sent.iban, 'expense_note.public')
    const site = sent.empresa
      ? await findSiteOfLink(sent.empresa)
      : await findSiteByTaxId(sent.site_tax_id ?? '')
    const files = sent.files ?? []
    try {
      const { number, token } = await submitNote(
        {
          siteId: site?.id ?? null,
          employeeId: null,
          name: sent.name,
          taxId: sent.tax_id,
          email: sent.email,
          iban: sent.iban,
          title: sent.title,
          purpose: sent.purpose ?? null,
          lines: sentLines(sent.lines, files.length),
          receipts: await sentReceipts(files, sent.lines),
        },
        {
          channel: 'public',
          // Whoever is signed in: over this page everybody is a visitor.
          actor: { ...actorOf(ctx), userId: null, kind: 'public' as const },
          stampHash: stampHash(sent.stamp),
        }
      )
      return { number, url: urlOf(token) }
    } catch (error) {
      if (violatedConstraint(error) !== 'public_form_uses_pkey') throw error
      // The same form came twice at once, and the other was first.
      return { number: (await numberOfStamp(sent.stamp)) ?? '', url: null }
    }
  }
}

/** What a program is answered, which looks like everybody's. */
const likeANumber = () => `NG-${today().slice(0, 4)}-${randomInt(1000, 9999)}`
