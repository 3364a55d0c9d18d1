import { A, AD, C, ROLE_LABELS, type Role, S, SC } from '#app/identity/roles'
import { rows } from '#app/kernel/database/sql'

/** What a role may do with an account where nobody narrows it (area 01 §6, area 28 §9). */
const ROLE_GIVES: Record<'view' | 'pay' | 'reconcile', readonly Role[]> = {
  view: [S, A, SC, C, AD],
  pay: [S, A, SC, C],
  reconcile: [S, SC, C],
}

export type PermissionRow = {
  userId: number
  name: string
  role: string
  canView: boolean
  /** Null where the role does not give it. */
  canPay: boolean | null
  canReconcile: boolean | null
  isOwn: boolean
  canChange: boolean
  grantedBy: string | null
  grantedAt: string | null
}

type Found = {
  userId: number
  name: string
  role: Role
  canView: boolean
  canPay: boolean
  canReconcile: boolean
  isOwn: boolean
  grantedBy: string | null
  grantedAt: Date | null
}

const LIMIT = 500

/** Everybody who works with the company of an account and what they may do with it, those with a permission of their own first. */
export async function listAccountPermissions(
  account: { id: number; siteId: number },
  viewer: { userId: number; role: Role }
): Promise<PermissionRow[]> {
  const found = await rows<Found>(
    `select u.id as user_id, u.name, u.role, coalesce(d.can_view, true) as can_view, coalesce(d.can_view and d.can_pay, true) as can_pay,
            coalesce(d.can_view and d.can_reconcile, true) as can_reconcile, d.user_id is not null as is_own, g.name as granted_by, d.updated_at as granted_at
       from users u left join bank_account_permissions d on d.user_id = u.id and d.bank_account_id = :id and u.role <> 's1st3ma'
       left join users g on g.id = d.granted_by
      where u.status <> 'archived' and (u.all_sites or u.role = 's1st3ma' or exists (select 1 from user_sites x where x.user_id = u.id and x.site_id = :siteId))
      order by (d.user_id is null), u.name collate "es-x-icu" limit ${LIMIT}`,
    { id: account.id, siteId: account.siteId }
  )
  const canChange = viewer.role === S || viewer.role === SC
  return found.map((person) => ({
    userId: person.userId,
    name: person.name,
    role: ROLE_LABELS[person.role],
    canView: person.canView,
    canPay: ROLE_GIVES.pay.includes(person.role) ? person.canPay : null,
    canReconcile: ROLE_GIVES.reconcile.includes(person.role) ? person.canReconcile : null,
    isOwn: person.isOwn,
    canChange: canChange && person.role !== S && person.userId !== viewer.userId,
    grantedBy: person.grantedBy,
    grantedAt: person.grantedAt?.toISOString() ?? null,
  }))
}
