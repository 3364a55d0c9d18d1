import type { HttpContext } from '@adonisjs/core/http'
import { receiveWebhook } from '#app/connectors/webhooks/receive_webhook'

const STATUS = { taken: 200, refused: 401, unknown: 404 } as const

/** What providers tell by themselves: no session and no form, but a signature over the bytes. */
export default class WebhooksController {
  async store({ params, request, response }: HttpContext) {
    const outcome = await receiveWebhook({
      provider: String(params.provider),
      token: String(params.token),
      raw: request.raw() ?? '',
      headers: Object.fromEntries(
        Object.entries(request.headers()).map(([name, value]) => [name, String(value)])
      ),
    })
    return response.status(STATUS[outcome]).json({ outcome })
  }
}
