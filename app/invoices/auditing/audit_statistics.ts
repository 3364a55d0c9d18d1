import { findRule } from '#app/invoices/audit/all_rules'
import { rows } from '#app/kernel/database/sql'
import type { Filter } from '#app/kernel/lists/listing'
import { IN_EUROS, worthOf } from '#app/ledger/fx/worth_sql'

const MONTHS = 12

/** What the auditor found and what became of it in the last twelve months, by month and by rule, in scope. */
export async function auditStatistics(scope: Filter) {
  const where = [`a.created_at > now() - interval '${MONTHS} months'`, ...scope.where].join(' and ')
  const from = `from invoice_alarms a left join invoices i on i.id = a.invoice_id where ${where}`
  const months = await rows<{
    month: string
    raised: number
    resolved: number
    falsePositive: number
    autoClosed: number
  }>(
    `select to_char(a.created_at at time zone 'Europe/Madrid', 'YYYY-MM') as month, count(*)::int as raised, ${COUNTS} ${from} group by 1 order by 1`,
    scope.bindings
  )
  const byRule = await rows<{
    code: string
    raised: number
    open: number
    resolved: number
    falsePositive: number
    autoClosed: number
    stoppedMinor: number
    days: number | null
  }>(
    `select a.rule_code as code, count(*)::int as raised, count(*) filter (where a.status = 'open')::int as open, ${COUNTS},
        coalesce(sum(abs(${worthOf('i.total_minor')})) filter (where a.status = 'resolved' and i.status in ('duplicate', 'rejected', 'cancelled') and ${IN_EUROS}), 0)::bigint as stopped_minor,
        avg(extract(epoch from a.resolved_at - a.created_at) / 86400) filter (where a.resolved_at is not null)::float8 as days
       ${from} group by 1 order by raised desc, 1`,
    scope.bindings
  )
  return {
    months,
    rules: byRule.map(({ days, ...one }) => ({
      ...one,
      name: findRule(one.code)?.name ?? one.code,
      days: days === null ? null : Math.round(days * 10) / 10,
    })),
  }
}

const COUNTS = `count(*) filter (where a.status = 'resolved')::int as resolved, count(*) filter (where a.status = 'false_positive')::int as false_positive,
  count(*) filter (where a.status = 'auto_closed')::int as auto_closed`
