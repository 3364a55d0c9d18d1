import type { HttpContext } from '@adonisjs/core/http'
import { requestSync } from '#app/banking/actions/request_sync'
import { scopedConnector } from '#app/banking/pages/scoped'
import { actorOf } from '#app/identity/http/request_origin'
import { DomainError } from '#app/kernel/domain_error'

/** «Sincronizar ahora»: a reading whose progress its person sees in the tray. */
export default class SyncsController {
  async store(ctx: HttpContext) {
    const { connector } = await scopedConnector(ctx)
    const { code, label } = connector.status
    if (code !== 'active')
      throw new DomainError(
        'E_TRANSITION',
        `La conexión «${connector.label}» no se sincroniza: ${label.toLowerCase()}.`
      )
    await requestSync(connector.id, actorOf(ctx))
    ctx.session.flash('info', `Se está sincronizando «${connector.label}».`)
    return ctx.response.redirect().withQs().back()
  }
}
