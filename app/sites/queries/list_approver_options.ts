import { ROLE_LABELS, type Role } from '#app/identity/roles'
import { rows } from '#app/kernel/sql'

export type ApproverOption = { value: string; label: string; can_delegate: boolean }

/** Active people who may be given approvals in a company; the leading roles may also stand in for somebody. */
export async function listApproverOptions(siteId: number): Promise<ApproverOption[]> {
  const found = await rows<{ id: number; name: string; role: Role }>(
    `select u.id, u.name, u.role from users u
      where u.status = 'active' and u.role in ('s1st3ma', 'aprobador', 'superC0ntab1l1dad')
        and (u.all_sites or u.role = 's1st3ma' or exists (select 1 from user_sites us where us.user_id = u.id and us.site_id = :siteId))
      order by u.name`,
    { siteId }
  )
  return found.map(({ id, name, role }) => ({
    value: String(id),
    label: `${name} (${ROLE_LABELS[role]})`,
    can_delegate: role !== 'superC0ntab1l1dad',
  }))
}
