import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { scopeOf } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { A, type Role, S, SC } from '#app/identity/roles'
import { forgetAllHints, forgetHint } from '#app/invoices/learning/forget_hints'
import { listHints } from '#app/invoices/learning/list_hints'
import Provider from '#app/providers/models/provider'

const FORGETTERS: readonly Role[] = [S, A, SC]

/** What the reading of invoices learned of a supplier, to be seen and forgotten. */
export default class ReadingHintsController {
  async index(ctx: HttpContext) {
    const provider = await Provider.findOrFail(ctx.params.id)
    const { user } = requireSignedIn(ctx)
    return ctx.response.json({
      hints: await listHints(provider.id, scopeOf(ctx)),
      canForget: FORGETTERS.includes(user.role),
    })
  }

  async destroy(ctx: HttpContext) {
    const provider = await Provider.findOrFail(ctx.params.id)
    await forgetHint(provider.id, Number(ctx.params.hint), actorOf(ctx))
    ctx.session.flash('success', 'Olvidado: no influirá en las próximas lecturas.')
    return ctx.response.redirect().withQs().back()
  }

  async clear(ctx: HttpContext) {
    const provider = await Provider.findOrFail(ctx.params.id)
    await forgetAllHints(provider.id, actorOf(ctx))
    ctx.session.flash('success', 'Se ha olvidado todo lo aprendido de este proveedor.')
    return ctx.response.redirect().withQs().back()
  }
}
