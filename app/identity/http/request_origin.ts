import type { HttpContext } from '@adonisjs/core/http'
import type { Actor } from '#app/audit/record_event'
import type { Origin } from '#app/identity/actions/record_login'

export function originOf({ request }: HttpContext): Origin {
  return { ip: request.ip(), userAgent: request.header('user-agent') ?? '' }
}

/** Who acts in this request, for the audit trail. */
export function actorOf(ctx: HttpContext): Actor {
  const user = ctx.signedIn?.user
  return {
    userId: user?.id ?? null,
    kind: user ? 'user' : 'public',
    ip: ctx.request.ip(),
    requestId: ctx.request.id() ?? null,
    userAgent: ctx.request.header('user-agent')?.slice(0, 300) ?? null,
  }
}
