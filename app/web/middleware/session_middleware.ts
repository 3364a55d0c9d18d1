import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { findSignedIn } from '#app/identity/http/signed_in'

/** Knows who asks before anything else looks at the request. */
export default class SessionMiddleware {
  async handle(ctx: HttpContext, next: NextFn) {
    ctx.signedIn = await findSignedIn(ctx)
    ctx.view.share({ themePreference: ctx.signedIn?.user.themePreference ?? '' })
    return next()
  }
}
