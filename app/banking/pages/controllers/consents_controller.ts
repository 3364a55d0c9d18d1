import type { HttpContext } from '@adonisjs/core/http'
import { scopedConnector } from '#app/banking/pages/scoped'
import { startConsent } from '#app/connectors/actions/start_consent'
import { actorOf } from '#app/identity/http/request_origin'

/** Consent at the bank: the person leaves for its pages and comes back to the frame, which completes it. */
export default class ConsentsController {
  async store(ctx: HttpContext) {
    const { connector } = await scopedConnector(ctx)
    return ctx.inertia.location(await startConsent(connector.id, actorOf(ctx)))
  }
}
