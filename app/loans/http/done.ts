import type { HttpContext } from '@adonisjs/core/http'

/** Says that it is done, and goes back to where it was asked. */
export function done({ session, response }: HttpContext, message: string) {
  session.flash('success', message)
  return response.redirect().withQs().back()
}
