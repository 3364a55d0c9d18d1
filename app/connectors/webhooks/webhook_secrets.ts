import { seal, unseal } from '#app/connectors/credentials/seal'
import type { Credentials } from '#app/connectors/provider'
import { type Client, execute } from '#app/kernel/database/sql'

/** The old secret counts for so long after a new one has come: deliveries that were signed with it are under way. */
const OVERLAP_HOURS = 24
/** A credential of this key is a secret that a person copied from the provider: it counts beside those of subscriptions. */
export const TYPED_SECRET = 'webhookSecret'

/** `until` is null of the one that counts for good. */
type KeptSecret = { secret: string; until: string | null }

type Sealed = { id: number; webhookSecrets: string | null; credentials: string | null }

/** Every secret that a delivery may be signed with now, the newest first. */
export function secretsThatCount({ id, webhookSecrets, credentials }: Sealed, now: Date): string[] {
  const kept = unseal<KeptSecret[]>(id, 'webhook_secrets', webhookSecrets) ?? []
  const typed = unseal<Credentials>(id, 'credentials', credentials)?.[TYPED_SECRET]
  const counting = kept.filter(({ until }) => until === null || new Date(until) > now)
  return [...counting.map(({ secret }) => secret), ...(typed ? [typed] : [])]
}

/** Keeps a new secret; those before it count for another day. */
export async function addWebhookSecret(
  { id, webhookSecrets }: Pick<Sealed, 'id' | 'webhookSecrets'>,
  secret: string,
  now: Date,
  client: Client
): Promise<void> {
  const until = new Date(now.getTime() + OVERLAP_HOURS * 3_600_000).toISOString()
  const former = (unseal<KeptSecret[]>(id, 'webhook_secrets', webhookSecrets) ?? [])
    .filter((one) => one.secret !== secret && (one.until === null || new Date(one.until) > now))
    .map((one) => ({ ...one, until: one.until ?? until }))
  await execute(
    `update connectors set webhook_secrets = :sealed where id = :id`,
    { id, sealed: seal(id, 'webhook_secrets', [{ secret, until: null }, ...former]) },
    client
  )
}
