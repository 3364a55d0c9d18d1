import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import type { NextFn } from '@adonisjs/core/types/http'
import { preferredEncoding } from '#app/kernel/http/preferred_encoding'
import { packedPath, packedWays } from '#app/web/packed_files'

/** Leads to the packed file beside a built one, where the browser takes it; the server of static files does the rest. */
export default class PackedFilesMiddleware {
  async handle({ request, response }: HttpContext, next: NextFn) {
    const { request: plain } = request
    const [path = '', query] = (plain.url ?? '').split('?', 2)
    const offered = packedWays(app.publicPath(), path)
    if (offered.length === 0) return next()
    response.vary('Accept-Encoding')
    const encoding = preferredEncoding(request.header('accept-encoding'), offered)
    if (!encoding) return next()
    const asked = plain.url
    plain.url = packedPath(path, encoding) + (query === undefined ? '' : `?${query}`)
    try {
      return await next()
    } finally {
      plain.url = asked
    }
  }
}
