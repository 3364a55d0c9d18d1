import { type Client, rows } from '#app/kernel/database/sql'
import { formatAmount } from '#app/kernel/money/money'
import { APPROVAL_KINDS, type ApprovalKind } from '#app/sites/approval_kinds'
import { approvalUses } from '#app/sites/ports'

export type ApprovalGap = {
  siteId: number
  kind: ApprovalKind
  /** From this amount on, in cents of EUR. */
  fromMinor: number
  required: number
  holders: number
  text: string
}

/**
 * Where a company has fewer approvers than its policy asks for: for each step of the policy, holders of an active
 * approval without limit of category whose maximum reaches it (senior accounting up to the group's cap).
 */
export async function listApprovalGaps(siteIds: number[], client?: Client): Promise<ApprovalGap[]> {
  const found = await rows<Omit<ApprovalGap, 'text'> & { legalName: string }>(gapsSql(), { siteIds }, client)
  return found.map(({ legalName, ...gap }) => ({
    ...gap,
    text: `La empresa ${legalName} no tiene aprobadores para ${APPROVAL_KINDS[gap.kind].toLowerCase()} por ${formatAmount(gap.fromMinor, 'EUR')}.`,
  }))
}

/** Every company gets invoices and pays suppliers; of the other kinds their areas say whether it has any. */
const usesSql = (site: string): string =>
  [
    `('invoice', true)`,
    `('payment_supplier', true)`,
    ...approvalUses.all().map(({ kind, isInUse }) => `('${kind}', ${isInUse(site)})`),
  ].join(', ')

const gapsSql = () => `
  with in_use (site_id, legal_name, kind) as (
    select distinct s.id, s.legal_name::text, k.kind
      from sites s
      cross join lateral (values ${usesSql('s.id')}) k (kind, present)
     where s.id = any(:siteIds::bigint[]) and k.present),
  steps as (
    select n.site_id, n.legal_name, n.kind, greatest(coalesce(p.from_minor, 1), 1) as from_minor
      from in_use n
      left join approval_policies p on (p.site_id = n.site_id or p.site_id is null) and (p.kind = n.kind or p.kind is null)
    union
    select site_id, legal_name, kind, 1 from in_use),
  needed as (
    select s.*, coalesce(e.required, 1) as required from steps s
      left join lateral (select p.required from approval_policies p
         where (p.site_id = s.site_id or p.site_id is null) and (p.kind = s.kind or p.kind is null) and p.from_minor <= s.from_minor
         order by p.site_id nulls last, p.kind nulls last, p.from_minor desc limit 1) e on true)
  select n.site_id, n.legal_name, n.kind, n.from_minor::bigint as from_minor, n.required, count(distinct u.id)::int as holders
    from needed n
    left join approval_kinds k on k.site_id = n.site_id and k.kind = n.kind and k.active and k.period @> current_date
    left join approvals a on a.id = k.approval_id and a.status = 'active' and a.category_ids = '{}'
      and (a.max_amount_minor is null or a.max_amount_minor >= n.from_minor)
    left join users u on u.id = a.user_id and u.status = 'active' and is_confirmed(u.id)
      and (u.all_sites or u.role = 's1st3ma' or exists (select 1 from user_sites us where us.user_id = u.id and us.site_id = n.site_id))
      and (u.role <> 'superC0ntab1l1dad' or n.from_minor <= (select value from group_settings where key = 'senior_accounting_cap_minor'))
   group by n.site_id, n.legal_name, n.kind, n.from_minor, n.required
  having count(distinct u.id) < n.required
   order by n.site_id, n.kind, n.from_minor`
