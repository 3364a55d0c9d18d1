import type { HttpContext } from '@adonisjs/core/http'
import { viewerOf } from '#app/accounts/viewer'
import { accountProps } from '#app/banking/pages/account_page'
import { bankAccountFilter, seenAccounts } from '#app/banking/pages/bank_filters'
import { bankAccountsList } from '#app/banking/pages/bank_lists'
import { bankHead, bankOfRoute } from '#app/banking/pages/bank_page'
import { connectionTroubles } from '#app/banking/pages/queries/connection_troubles'
import { currenciesOf } from '#app/banking/pages/queries/currencies_of'
import { scopedProviderAccount } from '#app/banking/pages/scoped'
import { ACCOUNT_STATES } from '#app/banking/queries/list_provider_accounts'
import { listConnectors } from '#app/connectors/queries/list_connectors'
import { scopeOf } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { exportDeclared } from '#app/kernel/http/export_list'
import { listRequest } from '#app/kernel/http/list_request'
import { listOf } from '#app/kernel/lists/listing'
import { optionsOf } from '#app/kernel/text/labels'

/** The accounts of a bank: all of them by currency, and each with its movements. */
export default class BankAccountsController {
  async index(ctx: HttpContext) {
    const { connector } = bankOfRoute(ctx)
    const bank = bankHead(ctx)
    const list = bankAccountsList(
      `cuentas-${connector.code}`,
      viewerOf(requireSignedIn(ctx)),
      bank.can.connect
    )
    const request = listRequest(ctx, list.definition)
    const filter = bankAccountFilter(ctx, connector.code)
    if (await exportDeclared(ctx, list, { request, filter })) return
    const connections = await listConnectors({ siteIds: scopeOf(ctx), provider: connector.code })
    return ctx.inertia.render('banking/accounts/index', {
      bank,
      accounts: await listOf(list, request, filter),
      connections: connections.map(({ id, label, site, status, environment }) => ({
        id,
        label,
        site,
        status: { label: status.label, tone: status.tone },
        environment: environment.label,
        isGone: status.code === 'disabled',
      })),
      troubles: connectionTroubles(connections),
      currencies: await currenciesOf(seenAccounts(ctx, connector.code)),
      states: optionsOf(ACCOUNT_STATES),
    })
  }

  async show(ctx: HttpContext) {
    const found = await scopedProviderAccount(ctx)
    const props = await accountProps(ctx, found)
    if (!props) return
    return ctx.inertia.render('banking/accounts/show', { bank: bankHead(ctx), ...props })
  }
}
