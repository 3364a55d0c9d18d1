import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { guardRoles } from '#app/identity/menu'
import { ROLES, type Role } from '#app/identity/roles'
import { AccessDenied, NotFound } from '#app/kernel/http/access_denied'

/**
 * What a route asks of its caller. `entry` names the menu entry whose roles may come in; `roles` narrows them
 * (writing is narrower than reading); `withoutTwoFactor` opens it before the second factor, for these roles.
 */
export type PageGuard = {
  entry?: string
  roles?: readonly Role[]
  withoutTwoFactor?: boolean | readonly Role[]
}

/** Roles that a guard lets through: never more than the menu entry gives. */
export function allowedRoles({ entry, roles }: PageGuard): readonly Role[] {
  const open = entry ? guardRoles(entry) : ROLES
  return roles ? open.filter((role) => roles.includes(role)) : open
}

// A number that is too long for the database is the key of nothing, not a failure.
const isBeyondKeys = (value: unknown) => typeof value === 'number' && !Number.isSafeInteger(value)

export default class PageGuardMiddleware {
  async handle(ctx: HttpContext, next: NextFn, guard: PageGuard) {
    const { signedIn, session, request, response } = ctx
    if (!signedIn) {
      if (this.isPlainCall(ctx)) return response.unauthorized({ errors: [] })
      if (this.isPage(ctx)) session.put('return_to', request.url(true))
      if (session.pull('session_expired') || request.header('x-inertia')) {
        session.flash('warning', 'Su sesión ha caducado. Inicie sesión de nuevo.')
      }
      return response.redirect('/login')
    }
    const { user } = signedIn
    const open =
      guard.withoutTwoFactor === true ||
      (Array.isArray(guard.withoutTwoFactor) && guard.withoutTwoFactor.includes(user.role))
    if (!user.isPastTwoFactor && !open) {
      session.flash('warning', 'Active la autenticación en dos pasos para continuar.')
      return response.redirect('/2faSecurity')
    }
    if (!allowedRoles(guard).includes(user.role)) throw new AccessDenied()
    if (Object.values(ctx.params).some(isBeyondKeys)) throw new NotFound()
    return next()
  }

  /** What somebody opened in the browser, and no picture or script of a page. */
  private isPage({ request }: HttpContext): boolean {
    return (
      request.method() === 'GET' &&
      (Boolean(request.header('x-inertia')) || (request.header('accept') ?? '').includes('text/html'))
    )
  }

  private isPlainCall({ request }: HttpContext): boolean {
    return (
      request.url().startsWith('/api/') ||
      (request.ajax() && !request.header('x-inertia') && request.accepts(['html', 'json']) === 'json')
    )
  }
}
