import { row, type Transaction } from '#app/kernel/database/sql'

const timesMin = 2

/**
 * The company that a supplier bills, for an invoice that does not print it legibly: the only one of at least two
 * invoices that people handed on. Null when it bills several or too few are known.
 */
export async function learnedSite(providerId: number | null, trx: Transaction): Promise<number | null> {
  if (!providerId) return null
  const found = await row<{ siteId: number | null }>(
    `select case when count(*) = 1 and max(h.times) >= :timesMin then max(h.value)::bigint end as site_id
       from reading_hints h join sites s on s.id = case when h.kind = 'site' then h.value::bigint end and s.status = 'active'
      where h.provider_id = :providerId and h.kind = 'site'`,
    { providerId, timesMin },
    trx
  )
  return found?.siteId ?? null
}
