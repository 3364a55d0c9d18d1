import type { HttpContext } from '@adonisjs/core/http'
import { rows } from '#app/kernel/sql'

/** For load balancers: says whether the process answers and its database does; nothing of the business. */
export default class HealthController {
  async show({ response }: HttpContext) {
    try {
      await rows('select 1')
      return response.send({ status: 'ok' })
    } catch {
      return response.status(503).send({ status: 'database_unreachable' })
    }
  }
}
