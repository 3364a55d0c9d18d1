import { setTimeout as sleep } from 'node:timers/promises'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { execute, row } from '#app/kernel/database/sql'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const WAIT_MS = 200
const WAITS_MAX = 75
/** No post takes so long: one without an answer by then went down with its process, and is done anew. */
const LOST_AFTER_MINUTES = 5

/**
 * A form that is sent twice is done once: the second post answers what the first one answered. The first one
 * that fails gives its place back, so that a corrected form may be sent again.
 */
export default class FormRequestMiddleware {
  async handle(ctx: HttpContext, next: NextFn) {
    const { request, signedIn } = ctx
    const requestId = request.method() === 'GET' ? null : (request.input('_request_id') as unknown)
    if (!signedIn || typeof requestId !== 'string' || !UUID.test(requestId)) return next()
    const key = { requestId, userId: signedIn.user.id }
    const claimed = await execute(
      `insert into form_requests as known (request_id, user_id, route) values (:requestId, :userId, :route)
       on conflict (request_id, user_id) do update set at = now()
         where known.result_url is null and known.at < now() - interval '${LOST_AFTER_MINUTES} minutes'`,
      { ...key, route: ctx.route?.name ?? request.url() }
    )
    if (claimed === 0) return this.answerOfTheFirst(ctx, key)
    await next()
    const isUndone = ctx.hasFailed || ctx.session.responseFlashMessages.has('inputErrorsBag')
    if (isUndone) return this.release(key)
    const location = ctx.response.getHeader('location')
    await execute(
      `update form_requests set result_url = :url where request_id = :requestId and user_id = :userId`,
      {
        ...key,
        url: typeof location === 'string' ? location : (request.header('referer') ?? '/'),
      }
    )
  }

  private async answerOfTheFirst(
    { response, session }: HttpContext,
    key: { requestId: string; userId: number }
  ) {
    for (let tries = 0; tries < WAITS_MAX; tries++) {
      const first = await row<{ resultUrl: string | null }>(
        `select result_url from form_requests where request_id = :requestId and user_id = :userId`,
        key
      )
      if (!first) return response.redirect().withQs().back()
      if (first.resultUrl) return response.redirect(first.resultUrl)
      await sleep(WAIT_MS)
    }
    session.flash(
      'warning',
      'El primer envío aún no ha terminado: compruebe si se guardó antes de repetirlo.'
    )
    return response.redirect().withQs().back()
  }

  private async release(key: { requestId: string; userId: number }): Promise<void> {
    await execute(`delete from form_requests where request_id = :requestId and user_id = :userId`, key)
  }
}
