import { type Actor, recordEvent } from '#app/audit/record_event'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money'
import { execute, inTransaction, oneRow, type Transaction } from '#app/kernel/sql'
import { APPROVAL_KINDS, type ApprovalKind } from '#app/sites/approval_kinds'
import { listApprovalPolicies, type PolicyStep } from '#app/sites/queries/list_approval_policies'

export type NewPolicyStep = Omit<PolicyStep, 'id'>

/**
 * Replaces the steps of a company («Nº de aprobaciones por importe»), or the group's default when `siteId` is null.
 * Throws at `policies.N.field` for a repeated step or for no approval at all outside invoices; the default keeps a
 * first step for everything.
 */
export async function saveApprovalPolicies(
  siteId: number | null,
  steps: NewPolicyStep[],
  actor: Actor
): Promise<void> {
  refuseBadSteps(siteId, steps)
  await inTransaction(async (trx) => {
    await oneRow(`select pg_advisory_xact_lock(hashtext('approval_policies')) as locked`, {}, trx)
    const before = await listApprovalPolicies(siteId, trx)
    await execute(
      `delete from approval_policies where site_id is not distinct from :siteId::bigint`,
      { siteId },
      trx
    )
    await insertSteps(siteId, steps, trx)
    await recordEvent(
      {
        actor,
        objectType: siteId ? 'site' : 'group_settings',
        objectId: siteId,
        siteId,
        event: 'approval_policies.changed',
        diff: { policies: [wordsOf(before), wordsOf(steps)] },
      },
      trx
    )
  })
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

const wordsOf = (steps: NewPolicyStep[]): string =>
  steps
    .map(
      ({ kind, fromMinor, required, aggregateDays }) =>
        `${nameOf(kind)} desde ${formatAmount(fromMinor, 'EUR')}: ${required}${aggregateDays > 0 ? ` (sumando ${aggregateDays} días)` : ''}`
    )
    .join('; ')
