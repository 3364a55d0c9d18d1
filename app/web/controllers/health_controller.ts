import type { HttpContext } from '@adonisjs/core/http'
import { declaredJobs } from '#app/jobs/area_jobs'
import { processHealth } from '#app/jobs/queries/process_health'

/**
 * For load balancers and whoever watches: says whether the process answers and its database does, how long the oldest work
 * waits, and when critical processes last succeeded; nothing of the business.
 */
export default class HealthController {
  async show({ response }: HttpContext) {
    const critical = (await declaredJobs()).filter(({ about }) => about.isCritical).map(({ queue }) => queue)
    try {
      return response.send({ status: 'ok', ...(await processHealth(critical)) })
    } catch {
      return response.status(503).send({ status: 'database_unreachable' })
    }
  }
}
