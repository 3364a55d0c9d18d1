import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import BaseInertiaMiddleware from '@adonisjs/inertia/inertia_middleware'
import type User from '#app/identity/models/user'
import { findShell } from '#app/web/queries/find_shell'
import { shellMenu } from '#app/web/shell_menu'
import env from '#start/env'

const FLASH_KINDS = ['success', 'info', 'warning', 'error'] as const

/** What every page receives (area 20 §2): the signed-in user, flash messages, field errors, menu, companies. */
export default class InertiaMiddleware extends BaseInertiaMiddleware {
  async share(ctx: HttpContext) {
    const { signedIn = null, session } = ctx as Partial<HttpContext>
    const user = signedIn?.user ?? null
    const flash = Object.fromEntries(
      FLASH_KINDS.flatMap((kind) => {
        const message = session?.flashMessages.get(kind) as unknown
        return typeof message === 'string' ? [[kind, message]] : []
      })
    ) as Partial<Record<(typeof FLASH_KINDS)[number], string>>
    const { sites, jobs } = signedIn ? await findShell(signedIn) : { sites: [], jobs: [] }
    return {
      errors: ctx.inertia.always(session ? this.getValidationErrors(ctx) : {}),
      flash: ctx.inertia.always({ ...flash, ...remedyOf(session?.flashMessages.get('remedy')) }),
      auth: ctx.inertia.always({ user: user ? sharedUser(user) : null }),
      app: ctx.inertia.always({
        name: env.get('APP_NAME'),
        environment: env.get('NODE_ENV'),
        sandbox: false,
        demo: env.get('DEMO'),
      }),
      menu: ctx.inertia.always(user ? shellMenu(user) : []),
      sites: ctx.inertia.always(sites),
      jobs: ctx.inertia.always(jobs),
    }
  }

  async handle(ctx: HttpContext, next: NextFn) {
    await this.init(ctx)
    const output = await next()
    this.dispose(ctx)
    return output
  }
}

/** Where the error that is told can be put right. */
function remedyOf(flashed: unknown): { remedy?: { label: string; href: string } } {
  const { label, href } = (flashed ?? {}) as Record<string, unknown>
  return typeof label === 'string' && typeof href === 'string' ? { remedy: { label, href } } : {}
}

function sharedUser(user: User) {
  return {
    id: user.id,
    name: user.name,
    initials: user.initials,
    role: user.role,
    twoFactorEnabled: user.twoFactorEnabled,
    themePreference: user.themePreference,
    tableDensity: user.tableDensity,
  }
}

declare module '@adonisjs/inertia/types' {
  type MiddlewareSharedProps = InferSharedProps<InertiaMiddleware>
  export interface SharedProps extends MiddlewareSharedProps {}
}
