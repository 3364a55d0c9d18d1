import type { HttpContext } from '@adonisjs/core/http'
import { receiveNotification } from '#app/payments/bank/receive_notification'

const STATUS = { stored: 200, repeated: 200, refused: 401, unknown: 404 } as const

/** What banks tell by themselves: no session and no form, but a signature over the bytes. */
export default class BankNotificationsController {
  async store(ctx: HttpContext) {
    const outcome = await receiveNotification({
      gateway: String(ctx.params.gateway),
      raw: ctx.request.raw() ?? '',
      headers: Object.fromEntries(
        Object.entries(ctx.request.headers()).map(([name, value]) => [name, String(value)])
      ),
    })
    return ctx.response.status(STATUS[outcome]).json({ outcome })
  }
}
