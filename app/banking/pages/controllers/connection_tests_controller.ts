import type { HttpContext } from '@adonisjs/core/http'
import { TESTED } from '#app/banking/pages/connection_page'
import { scopedConnector } from '#app/banking/pages/scoped'
import { reconnectConnector } from '#app/connectors/actions/reconnect_connector'
import { testConnector } from '#app/connectors/actions/test_connector'
import { actorOf } from '#app/identity/http/request_origin'

/** Tries a connection: what it reaches and what is missing is told on its page. */
export default class ConnectionTestsController {
  async store(ctx: HttpContext) {
    const { connector } = await scopedConnector(ctx)
    ctx.session.flash(TESTED, await testConnector(connector.id, actorOf(ctx)))
    return ctx.response.redirect().withQs().back()
  }

  /** The same for one that has lost its authorisation, which is in use again where it works. */
  async update(ctx: HttpContext) {
    const { connector } = await scopedConnector(ctx)
    const outcome = await reconnectConnector(connector.id, actorOf(ctx))
    ctx.session.flash(TESTED, outcome)
    if (outcome.test) ctx.session.flash('success', `Conexión «${connector.label}» reconectada.`)
    return ctx.response.redirect().withQs().back()
  }
}
