import type { HttpContext } from '@adonisjs/core/http'
import { pathOf } from '#app/banking/pages/bank_path'
import { scopedConnector } from '#app/banking/pages/scoped'
import { disableConnector } from '#app/connectors/actions/disable_connector'
import { actorOf } from '#app/identity/http/request_origin'

/** The end of a connection, for good: its secrets are forgotten and what it read stays. */
export default class ConnectionEndsController {
  async store(ctx: HttpContext) {
    const { bank, connector } = await scopedConnector(ctx)
    await disableConnector(connector.id, actorOf(ctx))
    ctx.session.flash('success', `Conexión «${connector.label}» desactivada.`)
    return ctx.response.redirect().toPath(`/${pathOf(bank.connector)}`)
  }
}
