import { providerOf } from '#app/connectors/provider'
import type { LockedConnector } from '#app/connectors/state/lock_connector'
import type { ToldJob } from '#app/jobs/job'
import { enqueue } from '#app/jobs/queue'
import type { Transaction } from '#app/kernel/database/sql'
import env from '#start/env'

type SubscriptionData = { connectorId: number }

/** Asks a provider to tell by itself what happens, once a connection is active. */
export const subscriptionJob: ToldJob<SubscriptionData> = {
  queue: 'connectors.subscription',
  about: {
    title: 'Suscribir los avisos de los proveedores',
    group: 'Sistema',
    changes: 'Pide a cada proveedor conectado que avise de lo que ocurre en sus cuentas.',
    reachesOutside: true,
    isRepeatable: true,
  },
  concurrency: 1,
  timeoutSeconds: 120,
  retries: 5,
  retryDelaySeconds: 60,
  work: async ({ connectorId }) => {
    const { subscribe } = await import('#app/connectors/webhooks/subscribe')
    return { message: (await subscribe(connectorId)) ? 'Suscrito' : 'Nada que suscribir' }
  },
}

/** Queues it where the provider offers that, is not told yet where to send it, and can reach this installation. */
export async function queueSubscription(connector: LockedConnector, trx: Transaction): Promise<void> {
  if (!isToSubscribe(connector)) return
  await enqueue(
    subscriptionJob,
    { connectorId: connector.id },
    {
      title: `Avisos de ${providerOf(connector.provider).title} «${connector.label}»`,
      userId: null,
      objectType: 'connector',
      objectId: connector.id,
      siteId: connector.siteId,
    },
    trx
  )
}

/** A stand-in on this machine always reaches it; a service outside only an address that is public. */
export function isToSubscribe({
  provider,
  environment,
  tokens,
  webhookSubscriptionId,
}: Pick<LockedConnector, 'provider' | 'environment' | 'tokens' | 'webhookSubscriptionId'>): boolean {
  const { webhooks } = providerOf(provider)
  if (!webhooks.subscribe || webhookSubscriptionId !== null) return false
  if (webhooks.needsConsent && tokens === null) return false
  return environment === 'sandbox_local' || isPublic(env.get('APP_URL'))
}

const PRIVATE_HOST =
  /^(?:localhost|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[|.*\.(?:local|internal|lan|test)$)/

function isPublic(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' && hostname.includes('.') && !PRIVATE_HOST.test(hostname)
}
