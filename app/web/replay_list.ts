import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import router from '@adonisjs/core/services/router'
import server from '@adonisjs/core/services/server'
import type { SignedIn } from '#app/identity/http/signed_in'
import { DomainError } from '#app/kernel/domain_error'
import { AccessDenied, NotFound } from '#app/kernel/http/access_denied'
import type { AnyListExport } from '#app/kernel/http/export_list'

type Asked = { path: string; query: string; signedIn: SignedIn }
type Step = (ctx: HttpContext, next: () => Promise<unknown>) => Promise<unknown>

const refused = () => new DomainError('E_EXPORT_ACCESS', 'Ya no tiene acceso a esta lista.')

/**
 * The list behind a page as one person would get it now: the page's own guards and controller run for that person,
 * and hand over the list instead of an answer. So a file made in the background obeys the same rules as the page,
 * whatever list it is. Throws E_EXPORT_ACCESS when the person may not see the page any more.
 */
export async function replayList({ path, query, signedIn }: Asked): Promise<AnyListExport> {
  if (!signedIn.user.isPastTwoFactor) throw refused()
  await import('#start/routes')
  router.commit()
  const found = router.match(path, 'GET', false)
  if (!found) throw refused()
  const ctx = contextOf(`${path}?${query}`)
  const taken: AnyListExport[] = []
  Object.assign(ctx, {
    signedIn,
    params: found.params,
    route: found.route,
    takeExport: (list: AnyListExport) => {
      taken.push(list)
    },
  })
  const { handler, middleware } = found.route
  const answer = typeof handler === 'function' ? handler : (of: HttpContext) => handler.handle(resolver(), of)
  try {
    await throughGuards(guardsOf(middleware.all()), ctx, async () => answer(ctx))
  } catch (error) {
    if (error instanceof AccessDenied || error instanceof NotFound) throw refused()
    throw error
  }
  const [list] = taken
  if (!list) throw refused()
  return list
}

const resolver = () => app.container.createResolver()

/** The guards that the route itself names; what every request passes (sessions, forms) has no place here. */
function guardsOf(all: Iterable<unknown>): Step[] {
  return [...all].flatMap((one) => {
    if (typeof one !== 'object' || one === null || !('args' in one) || !('handle' in one)) return []
    const { handle, args } = one as { handle: (...given: unknown[]) => Promise<unknown>; args: unknown }
    return [(ctx, next) => handle(resolver(), ctx, next, args)]
  })
}

function throughGuards(guards: Step[], ctx: HttpContext, last: () => Promise<unknown>): Promise<unknown> {
  const [guard, ...others] = guards
  return guard ? guard(ctx, () => throughGuards(others, ctx, last)) : last()
}

/** A request that never came over a wire: only its address is real. */
function contextOf(url: string): HttpContext {
  const message = new IncomingMessage(new Socket())
  Object.assign(message, { url, method: 'GET' })
  const reply = new ServerResponse(message)
  return server.createHttpContext(
    server.createRequest(message, reply),
    server.createResponse(message, reply),
    resolver()
  )
}
