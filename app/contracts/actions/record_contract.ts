import { type Actor, recordEvent } from '#app/audit/record_event'
import type ProviderContract from '#app/contracts/models/provider_contract'
import type { Transaction } from '#app/kernel/database/sql'

/** A line in the trail of a contract. */
export function record(
  { id, siteIds }: ProviderContract,
  event: string,
  actor: Actor,
  trx: Transaction,
  said: {
    from?: string | null
    to?: string | null
    reason?: string | null
    diff?: Record<string, [unknown, unknown]> | null
  } = {}
): Promise<void> {
  const siteId = siteIds.length === 1 ? Number(siteIds[0]) : null
  return recordEvent({ actor, objectType: 'provider_contract', objectId: id, siteId, event, ...said }, trx)
}
