import { rows } from '#app/kernel/database/sql'
import type { Filter } from '#app/kernel/lists/listing'
import { IN_EUROS, worthLeft } from '#app/ledger/fx/worth_sql'

/** What an open alarm weighs, and after how many days it weighs half (area 06 §5). */
export const RISK_WEIGHTS = { blocking: 40, high: 15, warning: 5, info: 1 } as const
export const RISK_HALF_DAYS = 90
const SHOWN = 100

export type RiskProvider = {
  id: number
  name: string
  score: number
  blocking: number
  high: number
  warning: number
  info: number
  openMinor: number
  newest: string
}

const WEIGHT = `case a.severity when 'blocking' then ${RISK_WEIGHTS.blocking} when 'high' then ${RISK_WEIGHTS.high} when 'warning' then ${RISK_WEIGHTS.warning} else ${RISK_WEIGHTS.info} end`

/** The hundred suppliers at most risk in scope: the weights of their open alarms, halved every ninety days. Amounts in cents of euros. */
export async function listRiskProviders(scope: Filter): Promise<RiskProvider[]> {
  const where = [
    "a.status = 'open'",
    'coalesce(i.provider_id, a.provider_id) is not null',
    ...scope.where,
  ].join(' and ')
  const found = await rows<RiskProvider & { newestAt: Date }>(
    `select r.*, p.legal_name as name from (
       select coalesce(i.provider_id, a.provider_id) as id,
           sum(${WEIGHT} * power(0.5, extract(epoch from now() - a.created_at) / 86400 / ${RISK_HALF_DAYS}))::float8 as score,
           count(*) filter (where a.severity = 'blocking')::int as blocking, count(*) filter (where a.severity = 'high')::int as high,
           count(*) filter (where a.severity = 'warning')::int as warning, count(*) filter (where a.severity = 'info')::int as info,
           (select coalesce(sum(o.worth_minor), 0)::bigint from (select i.id, ${worthLeft()} as worth_minor from invoices i where ${IN_EUROS}) o where o.id = any(array_agg(distinct i.id))) as open_minor, max(a.created_at) as newest_at
         from invoice_alarms a left join invoices i on i.id = a.invoice_id where ${where} group by 1 order by score desc, id limit ${SHOWN}) r
       join providers p on p.id = r.id order by r.score desc, r.id`,
    scope.bindings
  )
  return found.map(({ newestAt, score, ...one }) => ({
    ...one,
    score: Math.round(score * 10) / 10,
    newest: newestAt.toISOString(),
  }))
}
