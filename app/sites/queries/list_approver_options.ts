import { ROLE_LABELS, type Role } from '#app/identity/roles'
import { rows } from '#app/kernel/database/sql'

export type ApproverOption = { value: string; label: string; canDelegate: boolean }

/** Active people who may be given approvals in a company; the leading roles may also stand in for somebody. */
export async function listApproverOptions(siteId: number): Promise<ApproverOption[]> {
  const found = await rows<{ id: number; name: string; role: Role; isConfirmed: boolean }>(
    `select u.id, u.name, u.role, is_confirmed(u.id) as is_confirmed from users u
      where u.status = 'active' and u.role in ('s1st3ma', 'aprobador', 'superC0ntab1l1dad')
        and (u.all_sites or u.role = 's1st3ma' or exists (select 1 from user_sites us where us.user_id = u.id and us.site_id = :siteId))
      order by u.name`,
    { siteId }
  )
  return found.map(({ id, name, role, isConfirmed }) => ({
    value: String(id),
    label: `${name} (${ROLE_LABELS[role]}${isConfirmed ? '' : ', pendiente de confirmar'})`,
    canDelegate: role !== 'superC0ntab1l1dad',
  }))
}
