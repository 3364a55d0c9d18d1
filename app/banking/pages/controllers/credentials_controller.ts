import type { HttpContext } from '@adonisjs/core/http'
import { writtenSecrets } from '#app/banking/pages/given_connection'
import { scopedConnector } from '#app/banking/pages/scoped'
import { credentialsValidator } from '#app/banking/pages/validators/connection_validator'
import { replaceCredentials } from '#app/connectors/actions/replace_credentials'
import { actorOf } from '#app/identity/http/request_origin'
import { DomainError } from '#app/kernel/domain_error'

/** New keys of a connection, in the place of those that it has. */
export default class CredentialsController {
  async update(ctx: HttpContext) {
    const { connector } = await scopedConnector(ctx)
    const { credentials } = await ctx.request.validateUsing(credentialsValidator)
    const secrets = writtenSecrets(credentials)
    if (Object.keys(secrets).length === 0)
      throw new DomainError('E_CREDENTIALS', 'Escriba o elija al menos una clave.', { field: 'form' })
    const { message } = await replaceCredentials(connector.id, secrets, actorOf(ctx))
    if (message === null) ctx.session.flash('success', 'Clave guardada: la conexión funciona.')
    else ctx.session.flash('warning', `Clave guardada. ${message}`)
    return ctx.response.redirect().withQs().back()
  }
}
