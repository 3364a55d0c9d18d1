import type { HttpContext } from '@adonisjs/core/http'
import { completeConsent } from '#app/connectors/actions/complete_consent'
import { readConsentState } from '#app/connectors/actions/start_consent'
import { providerOf } from '#app/connectors/provider'
import { findConnection } from '#app/connectors/queries/find_connection'
import { consentValidator } from '#app/connectors/validators/consent_validator'
import { actorOf } from '#app/identity/http/request_origin'
import { assertInScope } from '#app/identity/http/scope'
import { isDomainError } from '#app/kernel/domain_error'

/** People come back from a provider at which they have said yes or no. */
export default class ConsentsController {
  async store(ctx: HttpContext) {
    const { request, response, session } = ctx
    const { state, code, error } = await request.validateUsing(consentValidator)
    const actor = actorOf(ctx)
    const { connectorId } = readConsentState(state, actor)
    const connection = await findConnection(connectorId)
    assertInScope(ctx, connection.siteId)
    const { path, title } = providerOf(connection.provider)
    try {
      const { outcome } = await completeConsent({ state, code: code ?? null, error: error ?? null }, actor)
      if (outcome.message === null) session.flash('success', `Conexión con ${title} autorizada.`)
      else session.flash('warning', outcome.message)
    } catch (failure) {
      if (!isDomainError(failure)) throw failure
      session.flash('error', failure.message)
    }
    return response.redirect(`${path}/${connectorId}/edit`)
  }
}
