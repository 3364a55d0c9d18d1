import { type Actor, recordEvent } from '#app/audit/record_event'
import { type Role, S } from '#app/identity/roles'
import { findRule } from '#app/invoices/audit/all_rules'
import type { RuleSetting } from '#app/invoices/audit/audit_context'
import { paramValues, problemOf } from '#app/invoices/audit/params'
import { type RuleHead, SEVERITY_RANK, type Severity } from '#app/invoices/audit/rule'
import { execute, inTransaction, oneRow } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

/** How somebody wants a rule to be set. `version` is the one that the form showed. */
export type RuleWanted = {
  code: string
  severity: Severity
  enabled: boolean
  siteIds: number[]
  params: Record<string, unknown>
  version: number
}

type Kept = {
  severity: Severity
  enabled: boolean
  siteIds: number[]
  params: Record<string, unknown>
  version: number
}

/**
 * Sets a rule. Everybody who comes to the page may make it stricter; only s1st3ma lowers its severity, switches it off
 * or keeps it to some companies, and nobody does so to a locked one (area 06 §1). Throws at the field that is refused.
 */
export async function saveAuditRule(
  wanted: RuleWanted,
  { actor, role }: { actor: Actor; role: Role }
): Promise<void> {
  const rule = ruleOf(wanted)
  await inTransaction(async (trx) => {
    const kept = await oneRow<Kept>(
      `select severity, enabled, site_ids, params, version from invoice_audit_rules where code = :code for update`,
      { code: wanted.code },
      trx
    )
    if (kept.version !== wanted.version)
      throw new DomainError('E_STALE', 'Otra persona ha cambiado esta regla. Cargue la página de nuevo.')
    if (role !== S) refuseLooser(wanted, kept)
    const params = paramValues(rule.params, wanted.params)
    await execute(
      `update invoice_audit_rules set severity = :severity, enabled = :enabled, site_ids = :siteIds::bigint[], params = :params, version = version + 1,
          updated_by = :userId, updated_at = now() where code = :code`,
      { ...wanted, params: JSON.stringify(params), userId: actor.userId },
      trx
    )
    await recordEvent(
      {
        actor,
        objectType: 'audit_rule',
        objectId: null,
        event: `audit_rule.changed.${wanted.code}`,
        diff: {
          severity: [kept.severity, wanted.severity],
          enabled: [kept.enabled, wanted.enabled],
          sites: [kept.siteIds, wanted.siteIds],
          params: [paramValues(rule.params, kept.params), params],
        },
      },
      trx
    )
  })
}

/** The rule with these settings, as if they were kept: for trying them. Throws as saving would. */
export function settingWanted(wanted: RuleWanted): RuleSetting {
  const rule = ruleOf(wanted)
  const { severity, siteIds, version } = wanted
  return { rule, severity, enabled: true, siteIds, version, params: paramValues(rule.params, wanted.params) }
}

function ruleOf({ code, params, enabled, siteIds }: RuleWanted): RuleHead {
  const rule = findRule(code)
  if (!rule) throw new DomainError('E_RULE', 'Esta regla no existe.')
  for (const [name, spec] of Object.entries(rule.params)) {
    const problem = problemOf(spec, params[name])
    if (problem) throw new DomainError('E_PARAM', problem, { field: `values.${name}` })
  }
  if (rule.isLocked && !enabled)
    throw new DomainError('E_LOCKED_RULE', 'Esta regla no se puede desactivar.', { field: 'enabled' })
  if (rule.isLocked && siteIds.length > 0)
    throw new DomainError('E_LOCKED_RULE', 'Esta regla vale para todas las empresas.', { field: 'site_ids' })
  return rule
}

function refuseLooser(wanted: RuleWanted, kept: Kept): void {
  if (SEVERITY_RANK[wanted.severity] < SEVERITY_RANK[kept.severity])
    throw new DomainError('E_ROLE', 'Solo Sistema puede bajar la severidad de una regla.', {
      field: 'severity',
    })
  if (kept.enabled && !wanted.enabled)
    throw new DomainError('E_ROLE', 'Solo Sistema puede desactivar una regla.', { field: 'enabled' })
  const isNarrower =
    wanted.siteIds.length > 0 &&
    (kept.siteIds.length === 0 || kept.siteIds.some((id) => !wanted.siteIds.includes(id)))
  if (isNarrower)
    throw new DomainError('E_ROLE', 'Solo Sistema puede quitar empresas de una regla.', { field: 'site_ids' })
}
