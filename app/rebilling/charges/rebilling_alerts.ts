import { A, type Role, S, SC } from '#app/identity/roles'
import { rows } from '#app/kernel/database/sql'
import type { Badge } from '#app/kernel/lists/list_columns'
import { counted } from '#app/kernel/text/counted'
import { HAS_ALERT } from '#app/rebilling/charges/list_charges'

/** Charges that somebody has to look at. */
export type RebillingAlert = {
  key: string
  title: string
  site: string
  text: string
  badge: Badge
  href: string
}

const SEES: readonly Role[] = [S, A, SC]

/** Issued charges whose cost has left the books or is less than what was charged on: they have to be rectified (area 32, rule 6). */
export async function rebillingAlerts({
  role,
  siteIds,
}: {
  role: Role
  siteIds: number[] | 'all'
}): Promise<RebillingAlert[]> {
  if (!SEES.includes(role)) return []
  const found = await rows<{ siteId: number; site: string; count: number }>(
    `select s.id as site_id, coalesce(nullif(s.trade_name, ''), s.legal_name::text) as site, count(*)::int as count
       from rebilling_transactions t join sites s on s.id = t.origin_site_id
      where ${HAS_ALERT} and (:all or t.origin_site_id = any(:ids::bigint[])) group by 1, 2 order by 2 limit 20`,
    { all: siteIds === 'all', ids: siteIds === 'all' ? [] : siteIds }
  )
  return found.map(({ siteId, site, count }) => ({
    key: `rebilling-${siteId}`,
    title: 'Refacturación',
    site,
    text: `${counted(count, 'refacturación emitida debe', 'refacturaciones emitidas deben')} rectificarse: su gasto ya no es el que era`,
    badge: { label: 'Por rectificar', tone: 'red' },
    href: `/refacturacion-historico?alert=1&site_ids[]=${siteId}`,
  }))
}
