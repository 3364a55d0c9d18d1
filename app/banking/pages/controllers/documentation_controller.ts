import type { HttpContext } from '@adonisjs/core/http'
import { bankHead, bankOfRoute } from '#app/banking/pages/bank_page'
import { connectionForm } from '#app/banking/pages/connection_page'
import { consentText } from '#app/banking/pages/queries/connection_troubles'
import { consentReturnUrl } from '#app/connectors/actions/start_consent'
import { listConnectors } from '#app/connectors/queries/list_connectors'
import { scopeOf } from '#app/identity/http/scope'
import { NotFound } from '#app/kernel/http/access_denied'

/** How a bank is connected, and how far the connections to it have come; of the one in the address, that one alone. */
export default class DocumentationController {
  async show(ctx: HttpContext) {
    const { connector, steps } = bankOfRoute(ctx)
    const id = ctx.params.id === undefined ? null : Number(ctx.params.id)
    const connections = (await listConnectors({ siteIds: scopeOf(ctx), provider: connector.code })).filter(
      (one) => id === null || one.id === id
    )
    if (id !== null && connections.length === 0) throw new NotFound()
    return ctx.inertia.render('banking/documentation/show', {
      bank: bankHead(ctx),
      steps: [...steps],
      form: connectionForm(ctx),
      connections: connections.map((one) => ({
        id: one.id,
        label: one.label,
        site: one.site,
        status: { label: one.status.label, tone: one.status.tone },
        consent: consentText(one),
        canConsent: one.consentLacks?.length === 0,
        needsConsent: one.needsConsent,
        isGone: one.status.code === 'disabled',
        hints: one.hints,
        lockVersion: one.lockVersion,
      })),
      addresses: connector.consent
        ? [{ label: 'Dirección de vuelta de la autorización', value: consentReturnUrl() }]
        : [],
    })
  }
}
