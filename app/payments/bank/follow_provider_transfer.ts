import { GatewayUnavailable } from '#app/banking/gateway/transfer_gateway'
import type { ToldTransfer, TransferOutcome } from '#app/banking/ports'
import { row } from '#app/kernel/database/sql'
import { pollOrder, tellForeign } from '#app/payments/bank/notifications'
import { resolveUnknown } from '#app/payments/bank/resolve_unknown'
import { resumeOrder } from '#app/payments/bank/resume_authorisations'
import { gatewayOfAccount } from '#app/payments/gateway/gateway_of'

type Told = Pick<ToldTransfer, 'connectorId' | 'ref'> & {
  /** The number of an order of ours, where the provider carries it. */
  orderNumber?: string | null
}
type Found = { id: number; accountId: number; providerRef: string | null; subStatus: string | null }

/** By its number, else by what the provider calls it; only of accounts that hang on this connection. */
const ORDER = `select o.id, o.debtor_account_id as account_id, o.provider_ref, o.sub_status from payment_orders o join bank_accounts b on b.id = o.debtor_account_id
  where b.connector_id = :connectorId and o.channel = 'api' and (o.number = :orderNumber or o.provider_ref = :ref) order by (o.number = :orderNumber) is not true, o.id limit 1`

/** Payments of the connection whose own transfer nobody knows yet. */
const UNANSWERED = `select 1 as found from payment_orders o join bank_accounts b on b.id = o.debtor_account_id
  where b.connector_id = :connectorId and o.status = 'sent' and o.channel = 'api' and o.provider_ref is null and o.sub_status in ('submitting', 'unknown', 'awaiting_authorisation') limit 1`

/**
 * Brings the payment of a transfer to where its provider says it is: never on what was told, always on what it answers when it
 * is asked. `waiting` while an answer is outstanding that it may belong to, or the provider does not answer; `unknown` when it is no payment of ours.
 */
export async function followProviderTransfer({
  connectorId,
  ref,
  orderNumber = null,
}: Told): Promise<TransferOutcome> {
  const told = { connectorId, ref, orderNumber }
  const order = await row<Found>(ORDER, told)
  if (!order) return (await row(UNANSWERED, { connectorId })) ? 'waiting' : 'unknown'
  await resolveUnknown(order.id)
  const gateway = await gatewayOfAccount(order.accountId)
  if (!gateway) return 'waiting'
  if (order.subStatus === 'awaiting_authorisation' && order.providerRef === null)
    return (await resumeOrder(order.id)) ? 'followed' : 'waiting'
  try {
    const state = await pollOrder(order.id, gateway.getStatus)
    if (state === 'unanswered') return 'waiting'
    // What the provider was asked for may have become another transfer: neither what it was nor what it is is a stranger.
    const now = await row<{ providerRef: string | null }>(
      `select provider_ref from payment_orders where id = :id`,
      { id: order.id }
    )
    if (state === 'foreign' || (order.providerRef !== ref && now?.providerRef !== ref))
      await tellForeign(order.id, ref, gateway)
    return 'followed'
  } catch (error) {
    if (!(error instanceof GatewayUnavailable)) throw error
    return 'waiting'
  }
}
