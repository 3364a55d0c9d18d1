import type { HttpContext } from '@adonisjs/core/http'
import { retryMail } from '#app/identity/actions/retry_mail'
import { managerOf } from '#app/identity/http/manager'
import { actorOf } from '#app/identity/http/request_origin'
import { canRetryMail, MAIL_TABS, MAIL_WORDS, mailsList, mailsOf } from '#app/identity/queries/list_mails'
import { NotFound } from '#app/kernel/http/access_denied'
import { listRequest, searchText } from '#app/kernel/http/list_request'
import { QueryFilters } from '#app/kernel/http/query_filters'
import { listOf } from '#app/kernel/lists/listing'

/** Outgoing mails and what became of them, for those who manage users. */
export default class MailsController {
  async index(ctx: HttpContext) {
    const tab = String((ctx.request.qs() as Record<string, unknown>).tab ?? 'stuck')
    const { filter } = new QueryFilters(ctx)
      .add(MAIL_TABS[tab] ?? MAIL_TABS.stuck ?? 'true')
      .words(searchText(ctx), MAIL_WORDS)
    const seen = mailsOf(managerOf(ctx))
    filter.where.push(...seen.where)
    Object.assign(filter.bindings, seen.bindings)
    return ctx.inertia.render('identity/mails/index', {
      mails: await listOf(mailsList, listRequest(ctx, mailsList.definition), filter),
    })
  }

  async retry(ctx: HttpContext) {
    const id = Number(ctx.params.id)
    if (!(await canRetryMail(id, managerOf(ctx)))) throw new NotFound()
    await retryMail(id, actorOf(ctx))
    ctx.session.flash('success', 'El correo sale en el próximo envío.')
    return ctx.response.redirect().withQs().back()
  }
}
