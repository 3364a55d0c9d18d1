import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import StaticMiddleware from '@adonisjs/static/static_middleware'

/** An address without a point, written out or not, is that of no file: those of the public folder have an ending. */
const MAY_BE_FILE = /[.%]/

/** Answers with files of the public folder. Pages are not looked for on the disk at every request. */
export default class PublicFilesMiddleware {
  async handle(ctx: HttpContext, next: NextFn) {
    const [path = ''] = (ctx.request.request.url ?? '').split('?', 1)
    if (!MAY_BE_FILE.test(path)) return next()
    const files = await ctx.containerResolver.make(StaticMiddleware)
    return files.handle(ctx, next)
  }
}
