import { type Actor, recordEvent } from '#app/audit/record_event'
import { execute, oneRow, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money/money'
import { APPROVAL_KINDS, type ApprovalKind } from '#app/sites/approval_kinds'
import { listApprovalPolicies, type PolicyStep } from '#app/sites/queries/list_approval_policies'
import { type Changed, changeSetting } from '#app/sites/second_person/change_setting'
import type { GuardedSetting } from '#app/sites/second_person/guarded_setting'

export type NewPolicyStep = Omit<PolicyStep, 'id'>

/**
 * Replaces the steps of a company («Nº de aprobaciones por importe»), or the group's default when `siteId` is null; where
 * they ask for less than before they are proposed, and another person confirms them. Throws at `policies.N.field` for a
 * repeated step or for no approval at all outside invoices, at `reason` for a loosening without one; the default keeps a
 * first step for everything.
 */
export async function saveApprovalPolicies(
  siteId: number | null,
  steps: NewPolicyStep[],
  actor: Actor,
  reason: string | null = null
): Promise<Changed> {
  refuseBadSteps(siteId, steps)
  return changeSetting(policySetting, { siteId, after: inOrder(steps), reason }, actor)
}

/** How many approvals are asked for, from which amounts on: asking for less takes two people. */
export const policySetting: GuardedSetting<NewPolicyStep[]> = {
  name: 'approval_policies',
  title: 'el número de aprobaciones por importe',
  tab: 'approvals',
  read: async ({ siteId }, trx) =>
    inOrder((await listApprovalPolicies(siteId, trx)).map(({ id: _, ...step }) => step)),
  loosens: isLooser,
  async apply({ siteId, after, reason }, actor, trx) {
    const before = await policySetting.read({ siteId }, trx)
    await execute(
      `delete from approval_policies where site_id is not distinct from :siteId::bigint`,
      { siteId },
      trx
    )
    await insertSteps(siteId, after, trx)
    await recordEvent(
      {
        actor,
        objectType: siteId ? 'site' : 'group_settings',
        objectId: siteId,
        siteId,
        event: 'approval_policies.changed',
        reason,
        diff: { policies: [wordsOf(before), wordsOf(after)] },
      },
      trx
    )
  },
  words: wordsOf,
}

const inOrder = (steps: NewPolicyStep[]) =>
  steps.toSorted((a, b) => (a.kind ?? '').localeCompare(b.kind ?? '') || a.fromMinor - b.fromMinor)

/** Whether fewer people or fewer days are asked for anywhere: the database works it out, as it also refuses it. */
async function isLooser(
  { siteId, after }: { siteId: number | null; after: NewPolicyStep[] },
  trx: Transaction
): Promise<boolean> {
  const { looser } = await oneRow<{ looser: boolean }>(
    `select approval_policies_looser(approval_policies_now(), (select coalesce(jsonb_agg(step), '[]') from (
        select step from jsonb_array_elements(approval_policies_now()) step where (step ->> 'site_id')::bigint is distinct from :siteId::bigint
        union all
        select jsonb_build_object('site_id', :siteId::bigint, 'kind', s.kind, 'from_minor', s."fromMinor", 'required', s.required, 'aggregate_days', s."aggregateDays")
          from jsonb_to_recordset(:steps::jsonb) as s(kind text, "fromMinor" bigint, required int, "aggregateDays" int)) wanted)) as looser`,
    { siteId, steps: JSON.stringify(after) },
    trx
  )
  return looser
}

function refuseBadSteps(siteId: number | null, steps: NewPolicyStep[]): void {
  const seen = new Set<string>()
  for (const [index, { kind, fromMinor, required }] of steps.entries()) {
    const refuse = (field: string, message: string) =>
      new DomainError('E_POLICY', message, { field: `policies.${index}.${field}` })
    const key = `${kind ?? '*'}:${fromMinor}`
    if (seen.has(key)) throw refuse('from', 'Ya hay una fila con este tipo e importe.')
    seen.add(key)
    if (required === 0 && kind !== 'invoice')
      throw refuse('required', 'Solo las facturas pueden quedar sin aprobación.')
  }
  if (siteId === null && !seen.has('*:0'))
    throw new DomainError('E_POLICY', 'El grupo necesita una fila para todos los tipos desde 0,00 €.', {
      field: 'form',
    })
}

async function insertSteps(siteId: number | null, steps: NewPolicyStep[], trx: Transaction): Promise<void> {
  await execute(
    `insert into approval_policies (site_id, kind, from_minor, required, aggregate_days, sla_hours)
     select :siteId::bigint, s.kind, s."fromMinor", s.required, s."aggregateDays", s."slaHours"
       from jsonb_to_recordset(:steps::jsonb) as s(kind text, "fromMinor" bigint, required int, "aggregateDays" int, "slaHours" int)`,
    { siteId, steps: JSON.stringify(steps) },
    trx
  )
}

const nameOf = (kind: ApprovalKind | null) => (kind ? APPROVAL_KINDS[kind] : 'Todos')

function wordsOf(steps: NewPolicyStep[]): string {
  if (steps.length === 0) return 'Las del grupo'
  return steps
    .map(
      ({ kind, fromMinor, required, aggregateDays, slaHours }) =>
        `${nameOf(kind)} desde ${formatAmount(fromMinor, 'EUR')}: ${required}${aggregateDays > 0 ? ` (sumando ${aggregateDays} días)` : ''}${slaHours === null ? '' : `, plazo ${slaHours} h`}`
    )
    .join('; ')
}
