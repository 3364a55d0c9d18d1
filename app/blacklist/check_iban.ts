import { DomainError } from '#app/kernel/domain_error'
import { ibanCountry, normalizeIban } from '#app/kernel/iban'
import { type Client, execute, row } from '#app/kernel/sql'

export type BlacklistHit = { entryId: number; severity: 'block' | 'warn'; reason: string; comment: string }
type Where = { point: string; objectType?: string; objectId?: number; userId?: number | null }

/**
 * The active entry that an IBAN meets: the IBAN itself, its bank, its country; block beats warn. The hit is
 * noted. Throws E_BLACKLIST_CHECK when the list cannot be read: the guard fails closed.
 */
export async function checkIban(iban: string, where: Where, client?: Client): Promise<BlacklistHit | null> {
  const normal = normalizeIban(iban)
  const country = ibanCountry(normal)
  try {
    const hit = await row<BlacklistHit>(
      `select id as entry_id, severity, reason, comment from iban_blacklist
        where status = 'active' and (expires_on is null or expires_on > current_date)
          and ((pattern_type = 'iban' and value = :iban) or (pattern_type = 'bank_prefix' and value = :prefix) or (pattern_type = 'country' and value = :country))
        order by (severity = 'block') desc, pattern_type = 'iban' desc limit 1`,
      { iban: normal, prefix: `${country}${normal.slice(4, 8)}`, country },
      client
    )
    if (hit) await noteHit(hit, normal, where, client)
    return hit
  } catch (error) {
    throw new DomainError(
      'E_BLACKLIST_CHECK',
      'No se ha podido comprobar la lista negra. Inténtelo de nuevo.',
      { cause: error }
    )
  }
}

async function noteHit(hit: BlacklistHit, iban: string, where: Where, client?: Client): Promise<void> {
  await execute(
    `insert into iban_blacklist_hits (entry_id, point, object_type, object_id, user_id, iban, outcome)
     values (:entryId, :point, :objectType, :objectId, :userId, :iban, :outcome)`,
    {
      entryId: hit.entryId,
      point: where.point,
      objectType: where.objectType ?? null,
      objectId: where.objectId ?? null,
      userId: where.userId ?? null,
      iban,
      outcome: hit.severity === 'block' ? 'blocked' : 'warned',
    },
    client
  )
}
