import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { homePath } from '#app/identity/menu'

/** The start page is not for everybody: whoever may not see it is led to their own first page. */
export default class HomeMiddleware {
  async handle({ signedIn, response }: HttpContext, next: NextFn) {
    const path = signedIn ? homePath(signedIn.user) : '/'
    return path === '/' ? next() : response.redirect(path)
  }
}
