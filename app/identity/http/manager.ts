import type { HttpContext } from '@adonisjs/core/http'
import { requireSignedIn } from '#app/identity/http/signed_in'
import type { Manager } from '#app/identity/user_authority'

/** Who manages users in this request. */
export function managerOf(ctx: HttpContext): Manager {
  const { user, siteIds } = requireSignedIn(ctx)
  return { id: user.id, role: user.role, siteIds }
}
