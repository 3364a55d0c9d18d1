import { ALL_RULES } from '#app/invoices/audit/all_rules'
import type { AuditContext, RuleSetting } from '#app/invoices/audit/audit_context'
import { paramValues } from '#app/invoices/audit/params'
import type { Severity } from '#app/invoices/audit/rule'
import { askTogether } from '#app/kernel/database/ask_together'
import { type Client, rows } from '#app/kernel/database/sql'
import { today } from '#app/kernel/time/calendar_date'

/** The context of an audit now, in one round trip; `instead` puts a setting that is being tried in place of the kept one. */
export async function readAuditContext(client?: Client, instead?: RuleSetting): Promise<AuditContext> {
  const day = today()
  const [kept, limits, policies, holidays] = (await askAll([{}, { day }, {}, {}], client)) as [
    Kept[],
    AuditContext['limits'],
    AuditContext['policies'],
    { onDate: string }[],
  ]
  const settings = new Map(settingsOf(kept).map((setting) => [setting.rule.code, setting]))
  if (instead) settings.set(instead.rule.code, instead)
  return {
    day,
    settings,
    limits,
    policies,
    holidays: new Set(holidays.map(({ onDate }) => onDate)),
    kin: new Map(),
  }
}

type Kept = {
  code: string
  severity: Severity
  enabled: boolean
  siteIds: number[]
  version: number
  params: Record<string, unknown>
}

/** All rules as they are set. Throws when the database knows none of a rule: a migration is missing. */
export async function listRuleSettings(client?: Client): Promise<RuleSetting[]> {
  return settingsOf(await rows<Kept>(SETTINGS, {}, client))
}

function settingsOf(kept: readonly Kept[]): RuleSetting[] {
  const byCode = new Map(kept.map((row) => [row.code, row]))
  return ALL_RULES.map((rule) => {
    const row = byCode.get(rule.code)
    if (!row)
      throw new Error(`Rule ${rule.code} has no row in invoice_audit_rules: a migration has to bring it`)
    const { severity, enabled, siteIds, version } = row
    return { rule, severity, enabled, siteIds, version, params: paramValues(rule.params, row.params) }
  })
}

/** An approver of senior accounting is held to the group's cap as well. */
const LIMITS = `
  select distinct a.site_id, least(a.max_amount_minor, case when u.role = 'superC0ntab1l1dad' then
      (select value from group_settings where key = 'senior_accounting_cap_minor') end) as max_minor
    from approvals a join approval_kinds k on k.approval_id = a.id and k.kind = 'invoice' and k.period @> :day::date join users u on u.id = a.user_id
   where a.status = 'active' and u.status = 'active' and least(a.max_amount_minor, case when u.role = 'superC0ntab1l1dad' then
      (select value from group_settings where key = 'senior_accounting_cap_minor') end) is not null`

const POLICIES = `
  select site_id, kind is not null as is_for_invoices, from_minor, required from approval_policies where kind = 'invoice' or kind is null`

const SETTINGS = `select code, severity, enabled, site_ids, version, params from invoice_audit_rules`
const HOLIDAYS = `select distinct on_date from holidays`
const askAll = askTogether([SETTINGS, LIMITS, POLICIES, HOLIDAYS])
