import { recordEvents, SYSTEM } from '#app/audit/record_event'
import { rows, type Transaction } from '#app/kernel/database/sql'

/** A movement that was pending and is told no more for so many days never happened. */
const ABSENT_DAYS = 10

/** Reverses what vanished from an account whose movements of the last weeks were just read whole. Gives how many. */
export async function reverseVanished(providerAccountId: number, trx: Transaction): Promise<number> {
  const vanished = await rows<{ id: number; siteId: number }>(
    `update provider_transactions t set status = 'reversed' from connectors c
      where c.id = t.connector_id and t.provider_account_id = :providerAccountId and t.status = 'pending'
        and t.seen_at < now() - interval '${ABSENT_DAYS} days' returning t.id, c.site_id`,
    { providerAccountId },
    trx
  )
  await recordEvents(
    vanished.map(({ id, siteId }) => ({
      actor: SYSTEM,
      objectType: 'provider_transaction',
      objectId: id,
      siteId,
      event: 'provider_movement.vanished',
      from: 'pending',
      to: 'reversed',
      reason: `El banco no informa de él desde hace ${ABSENT_DAYS} días`,
    })),
    trx
  )
  return vanished.length
}
