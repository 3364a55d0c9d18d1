import { type Client, rows } from '#app/kernel/database/sql'
import type { ApprovalKind } from '#app/sites/approval_kinds'

/** One step of the policy: from this amount (cents of EUR) on, so many approvals. `kind` null is every kind. */
export type PolicyStep = {
  id: number
  kind: ApprovalKind | null
  fromMinor: number
  required: number
  /** Open documents of so many days to the same payee count together. */
  aggregateDays: number
  slaHours: number | null
}

/** The steps of a company, or the group's default when `siteId` is null. */
export function listApprovalPolicies(siteId: number | null, client?: Client): Promise<PolicyStep[]> {
  return rows<PolicyStep>(
    `select id, kind, from_minor, required, aggregate_days, sla_hours from approval_policies
      where site_id is not distinct from :siteId::bigint order by kind nulls first, from_minor`,
    { siteId },
    client
  )
}
