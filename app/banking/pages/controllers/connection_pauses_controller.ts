import type { HttpContext } from '@adonisjs/core/http'
import { scopedConnector } from '#app/banking/pages/scoped'
import { pauseValidator } from '#app/banking/pages/validators/connection_validator'
import { pauseConnector } from '#app/connectors/actions/pause_connector'
import { resumeConnector } from '#app/connectors/actions/resume_connector'
import { actorOf } from '#app/identity/http/request_origin'

/** A pause of a connection: nothing is asked of the bank and nothing leaves through it. */
export default class ConnectionPausesController {
  async store(ctx: HttpContext) {
    const { connector } = await scopedConnector(ctx)
    const { reason } = await ctx.request.validateUsing(pauseValidator)
    await pauseConnector(connector.id, reason, actorOf(ctx))
    ctx.session.flash('success', `Conexión «${connector.label}» en pausa.`)
    return ctx.response.redirect().withQs().back()
  }

  async destroy(ctx: HttpContext) {
    const { connector } = await scopedConnector(ctx)
    await resumeConnector(connector.id, actorOf(ctx))
    ctx.session.flash('success', `Conexión «${connector.label}» reanudada.`)
    return ctx.response.redirect().withQs().back()
  }
}
