import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'

/** Pages only for those who are not signed in; the others go to their start page. */
export default class GuestMiddleware {
  async handle({ signedIn, response }: HttpContext, next: NextFn) {
    if (signedIn) return response.redirect(signedIn.user.role === 'adm1n1strat0r' ? '/users' : '/')
    return next()
  }
}
