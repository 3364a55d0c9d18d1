import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'

/**
 * A browser that still runs the pages of an earlier build loads the address anew (409, by the page library). The
 * flash messages wait for that: they are kept here, while the session is still open for writing.
 */
export default class StalePagesMiddleware {
  async handle({ request, response, inertia, session }: HttpContext, next: NextFn) {
    const { isInertiaRequest, version = '' } = inertia.requestInfo()
    if (!isInertiaRequest || request.method() !== 'GET' || version === inertia.getVersion()) return next()
    if (!session.flashMessages.isEmpty) session.reflash()
    return response.status(409).send('')
  }
}
