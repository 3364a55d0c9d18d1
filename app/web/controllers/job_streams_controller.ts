import type { HttpContext } from '@adonisjs/core/http'
import logger from '@adonisjs/core/services/logger'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { jobStreams } from '#app/web/live/job_streams'

/** The background work of who asks, told as it moves on (server-sent events). */
export default class JobStreamsController {
  async show(ctx: HttpContext) {
    const { request, response } = ctx
    const { user, session: open } = requireSignedIn(ctx)
    if (request.method() !== 'GET' || !request.header('accept')?.includes('text/event-stream'))
      return response.status(406).send({ errors: { form: 'No disponible.' } })
    const stream = await jobStreams.open(open.id, user.id).catch((error: unknown) => {
      logger.warn({ err: error }, 'job streams: no stream could be opened')
      return 'unavailable' as const
    })
    if (stream === 'unavailable') return response.status(503).send({ errors: { form: 'No disponible.' } })
    if (stream === null) return response.status(429).send({ errors: { form: 'Demasiadas conexiones.' } })
    response.response.once('close', () => stream.abandon())
    response.header('content-type', 'text/event-stream; charset=utf-8')
    // Neither a cache nor a proxy may hold it back, pack it or join it; it ends with its connection.
    response.header('cache-control', 'no-cache, no-store, no-transform')
    response.header('content-encoding', 'identity')
    response.header('x-accel-buffering', 'no')
    response.header('connection', 'close')
    return response.stream(stream.body)
  }
}
