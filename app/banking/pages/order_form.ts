import type { HttpContext } from '@adonisjs/core/http'
import { connectionTroubles } from '#app/banking/pages/queries/connection_troubles'
import { findOffer } from '#app/banking/pages/queries/find_offer'
import { orderAccounts } from '#app/banking/pages/queries/order_accounts'
import type { ConnectorFacts } from '#app/connectors/queries/list_connectors'
import { requireSignedIn } from '#app/identity/http/signed_in'

/** What every form of a payment out of a connection is told: its accounts, and what the address chose beforehand. */
export async function orderForm(ctx: HttpContext, connector: ConnectorFacts) {
  const query = ctx.request.qs() as Record<string, unknown>
  const accounts = await orderAccounts(connector.id, requireSignedIn(ctx).user.id)
  const quote = Number(query.quote)
  const offer = Number.isSafeInteger(quote) ? await findOffer(quote, connector.id) : null
  const known = (value: unknown) => (typeof value === 'string' && /^\d+$/.test(value) ? value : null)
  return {
    connection: {
      id: connector.id,
      label: connector.label,
      site: connector.site,
      siteId: connector.siteId,
    },
    accounts: accounts.map(({ externalId: _, bankAccountId: __, ...shown }) => shown),
    chosen: { account: known(query.account), beneficiary: known(query.beneficiary) },
    offer,
    troubles: connectionTroubles([connector]),
  }
}
