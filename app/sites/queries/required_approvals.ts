import { type Client, row } from '#app/kernel/sql'
import type { ApprovalKind } from '#app/sites/approval_kinds'

type Asked = { siteId: number; kind: ApprovalKind; amountMinor: number }

/**
 * How many approvals an amount needs, and over how many days amounts to one payee add up. The most specific
 * policy wins: company and kind, company, kind, group default (area 02).
 */
export async function requiredApprovals(
  asked: Asked,
  client?: Client
): Promise<{ required: number; aggregateDays: number }> {
  const policy = await row<{ required: number; aggregateDays: number }>(
    `select required, aggregate_days from approval_policies
      where (site_id = :siteId or site_id is null) and (kind = :kind or kind is null) and from_minor <= :amountMinor
      order by site_id nulls last, kind nulls last, from_minor desc limit 1`,
    { ...asked, amountMinor: Math.abs(asked.amountMinor) },
    client
  )
  return policy ?? { required: 1, aggregateDays: 0 }
}
