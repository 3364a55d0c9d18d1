import type { RuleSetting } from '#app/invoices/audit/audit_context'
import type { ListParam, NumberParam } from '#app/invoices/audit/params'
import { listRuleSettings } from '#app/invoices/audit/read_context'
import { FAMILIES } from '#app/invoices/audit/rule'
import { INVOICE_SOURCES } from '#app/invoices/queries/list_invoices'
import { rows } from '#app/kernel/database/sql'
import { optionsOf } from '#app/kernel/text/labels'

type Counted = { code: string; open: number; resolved: number; falsePositive: number }
type Option = { value: string; label: string }

/** A rule for the page of the rules: how it is set, and how often what it found was right. */
export async function showAuditRules() {
  const [settings, counted] = await Promise.all([listRuleSettings(), countByRule()])
  return settings.map((setting) => ({
    ...ruleProps(setting),
    counts: counted.get(setting.rule.code) ?? { open: 0, resolved: 0, falsePositive: 0 },
    precision: precisionOf(counted.get(setting.rule.code)),
  }))
}

export type ShownRule = Awaited<ReturnType<typeof showAuditRules>>[number]

function ruleProps({ rule, severity, enabled, siteIds, version, params }: RuleSetting) {
  return {
    code: rule.code,
    name: rule.name,
    family: FAMILIES[rule.family],
    explains: rule.explains,
    defaultSeverity: rule.severity,
    isLocked: rule.isLocked === true,
    severity,
    enabled,
    siteIds,
    version,
    params: Object.entries(rule.params).map(([name, spec]) => paramProps(name, spec, params[name])),
  }
}

function paramProps(name: string, spec: NumberParam | ListParam, now: unknown) {
  if (spec.kind === 'list')
    return { name, kind: spec.kind, label: spec.label, options: spec.options, value: now as string[] }
  const { kind, label, unit, min, max } = spec
  return { name, kind, label, unit, min, max, default: spec.default, value: now as number }
}

/** Resolved by all that people judged; null while nobody has judged any. */
function precisionOf(counted: Counted | undefined): number | null {
  const judged = (counted?.resolved ?? 0) + (counted?.falsePositive ?? 0)
  return judged === 0 ? null : (counted?.resolved ?? 0) / judged
}

async function countByRule(): Promise<Map<string, Counted>> {
  const found = await rows<Counted>(
    `select rule_code as code, count(*) filter (where status = 'open')::int as open, count(*) filter (where status = 'resolved')::int as resolved,
        count(*) filter (where status = 'false_positive')::int as false_positive from invoice_alarms group by rule_code`
  )
  return new Map(found.map((one) => [one.code, one]))
}

/** Values to choose from in parameters that are lists. */
export async function listParamOptions(): Promise<Record<ListParam['options'], Option[]>> {
  const pairs = await rows<Option>(
    `select coalesce(s.id, 0) || ':' || c.id as value, coalesce(s.code, 'Todas') || ' · ' || c.name as label from categories c
       cross join (select null::bigint as id, null::text as code union all select id, code from sites where status = 'active') s
      where c.active order by s.code nulls first, c.name::text collate "es-x-icu"`
  )
  return {
    sources: optionsOf(INVOICE_SOURCES),
    site_categories: pairs,
  }
}
