import { type Client, row } from '#app/kernel/database/sql'
import type { ApprovalKind } from '#app/sites/approval_kinds'

type Asked = { siteId: number; kind: ApprovalKind; amountMinor: number }

/** SQL: the steps that an amount may fall under, and which of them counts. */
const stepOf = (siteId: string, kind: string, amountMinor: string) =>
  `from approval_policies step
      where (step.site_id = ${siteId} or step.site_id is null) and (step.kind = ${kind} or step.kind is null) and step.from_minor <= abs(${amountMinor})
      order by step.site_id nulls last, step.kind nulls last, step.from_minor desc limit 1`

/** SQL: within how many hours an amount of a company and kind is to be decided on; null where nobody says. */
export const hoursToDecide = (siteId: string, kind: string, amountMinor: string) =>
  `(select step.sla_hours ${stepOf(siteId, kind, amountMinor)})`

/**
 * How many approvals an amount needs, and over how many days amounts to one payee add up. The most specific
 * policy wins: company and kind, company, kind, group default (area 02).
 */
export async function requiredApprovals(
  asked: Asked,
  client?: Client
): Promise<{ required: number; aggregateDays: number }> {
  const policy = await row<{ required: number; aggregateDays: number }>(
    `select step.required, step.aggregate_days ${stepOf(':siteId', ':kind', ':amountMinor::bigint')}`,
    asked,
    client
  )
  return policy ?? { required: 1, aggregateDays: 0 }
}
