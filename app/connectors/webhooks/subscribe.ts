import { openClient } from '#app/connectors/client/open_client'
import { isToSubscribe } from '#app/connectors/jobs/subscription_job'
import { providerOf } from '#app/connectors/provider'
import { connectionOf, type LockedConnector, lockConnector } from '#app/connectors/state/lock_connector'
import { webhookAddress } from '#app/connectors/webhooks/webhook_address'
import { addWebhookSecret } from '#app/connectors/webhooks/webhook_secrets'
import { execute, inTransaction } from '#app/kernel/database/sql'

/** Subscribes an active connection at its provider; gives whether there was anything to do. Throws as the client does. */
export async function subscribe(connectorId: number): Promise<boolean> {
  const connector = await inTransaction((trx) => lockConnector(connectorId, trx))
  const { webhooks } = providerOf(connector.provider)
  if (connector.status !== 'active' || !isToSubscribe(connector) || !webhooks.subscribe) return false
  const client = await openClient(connectorId)
  const { secret, subscriptionId } = await webhooks.subscribe(
    connectionOf(connector),
    client,
    webhookAddress(connector)
  )
  await inTransaction(async (trx) => {
    const locked = await lockConnector(connectorId, trx)
    if (locked.status === 'disabled') return
    if (secret !== '') await addWebhookSecret(locked, secret, new Date(), trx)
    await execute(
      `update connectors set webhook_subscription_id = :subscriptionId where id = :connectorId`,
      { connectorId, subscriptionId },
      trx
    )
  })
  return true
}

/** Ends the subscription as far as the provider can be asked: a connection that ends does so without it, too. */
export async function unsubscribe(connector: LockedConnector): Promise<void> {
  const { webhooks } = providerOf(connector.provider)
  if (!webhooks.unsubscribe || connector.webhookSubscriptionId === null) return
  const client = await openClient(connector.id)
  await webhooks.unsubscribe(connectionOf(connector), client, connector.webhookSubscriptionId)
}
