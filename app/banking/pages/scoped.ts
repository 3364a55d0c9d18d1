import type { HttpContext } from '@adonisjs/core/http'
import type { BankProvider } from '#app/banking/bank_provider'
import { bankOfRoute } from '#app/banking/pages/bank_page'
import { type BeneficiaryHead, findBeneficiary } from '#app/banking/pages/queries/find_beneficiary'
import { type AccountHead, findProviderAccount } from '#app/banking/pages/queries/find_provider_account'
import { type ConnectorFacts, findConnectorFacts } from '#app/connectors/queries/list_connectors'
import { scopeOf } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { NotFound } from '#app/kernel/http/access_denied'

type OfConnector = { bank: BankProvider; connector: ConnectorFacts }

/** The connection of the route with its bank; 404 outside the caller's companies and for one of another bank. */
export async function scopedConnector(ctx: HttpContext, id = Number(ctx.params.id)): Promise<OfConnector> {
  const bank = bankOfRoute(ctx)
  const connector = await findConnectorFacts(id, scopeOf(ctx))
  if (connector.provider !== bank.connector.code) throw new NotFound()
  return { bank, connector }
}

/** The account of the route with its connection; 404 likewise, and for an account that the caller may not see. */
export async function scopedProviderAccount(
  ctx: HttpContext
): Promise<OfConnector & { account: AccountHead }> {
  const account = await findProviderAccount(Number(ctx.params.account), requireSignedIn(ctx).user.id)
  if (!account) throw new NotFound()
  return { ...(await scopedConnector(ctx, account.connectorId)), account }
}

/** The beneficiary of the route with its connection; 404 where it is of another one. */
export async function scopedBeneficiary(
  ctx: HttpContext
): Promise<OfConnector & { beneficiary: BeneficiaryHead }> {
  const found = await scopedConnector(ctx)
  const beneficiary = await findBeneficiary(Number(ctx.params.beneficiary), found.connector.id)
  if (!beneficiary) throw new NotFound()
  return { ...found, beneficiary }
}
