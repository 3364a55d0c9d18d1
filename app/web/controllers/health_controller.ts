import type { HttpContext } from '@adonisjs/core/http'
import { pingDatabase } from '#app/web/ping_database'

/** For load balancers: says whether the process answers and its database does; nothing of the business. */
export default class HealthController {
  async show({ response }: HttpContext) {
    try {
      await pingDatabase()
      return response.send({ status: 'ok' })
    } catch {
      return response.status(503).send({ status: 'database_unreachable' })
    }
  }
}
