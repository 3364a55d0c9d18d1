import type { HttpContext } from '@adonisjs/core/http'
import { requestProvider } from '#app/expenses/actions/provider_requests'
import { guardForm, tooMuch } from '#app/expenses/http/form_guard'
import { sentFile } from '#app/expenses/http/note_form'
import { countPost, owesWork } from '#app/expenses/public/submission_limits'
import { publicProviderValidator } from '#app/expenses/validators/expense_validator'
import { atLeast } from '#app/identity/at_least'
import { actorOf } from '#app/identity/http/request_origin'
import { makeStamp, WORK_BITS } from '#app/identity/public_forms/form_stamp'

const SENT = 'public_provider_request'
const ANSWER_MS = 400

/** The page where somebody asks to be taken in as a supplier (area 29). */
export default class PublicProvidersController {
  async create(ctx: HttpContext) {
    return ctx.inertia.render('expenses/public_providers/create', {
      stamp: makeStamp(),
      workBits: (await owesWork(ctx.request.ip())) ? WORK_BITS : 0,
      isSent: ctx.session.flashMessages.get(SENT) === true,
    })
  }

  /** «Solicitud recibida», also for who is a supplier already. */
  async store(ctx: HttpContext) {
    try {
      await countPost(ctx.request.ip())
      const sent = await ctx.request.validateUsing(publicProviderValidator)
      await atLeast(ANSWER_MS, async () => {
        if ((await guardForm(ctx, sent)) === 'drop') return
        await requestProvider(
          {
            name: sent.name,
            country: sent.country ?? 'ES',
            taxId: sent.tax_id,
            email: sent.email,
            phone: sent.phone ?? null,
            address: sent.address,
            activity: sent.activity ?? null,
            iban: sent.iban,
            certificate: await sentFile(sent.certificate),
          },
          { ...actorOf(ctx), userId: null, kind: 'public' }
        )
      })
      ctx.session.flash(SENT, true)
      return ctx.response.redirect().withQs().back()
    } catch (error) {
      const answered = tooMuch(error, ctx)
      if (answered === null) throw error
      return answered
    }
  }
}
