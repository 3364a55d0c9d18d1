import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { homePath } from '#app/identity/menu'

/** Pages only for those who are not signed in; the others go to their start page. */
export default class GuestMiddleware {
  async handle({ signedIn, response }: HttpContext, next: NextFn) {
    if (signedIn) return response.redirect(homePath(signedIn.user))
    return next()
  }
}
