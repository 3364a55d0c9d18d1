import { listEvents } from '#app/audit/list_events'
import { companiesOf } from '#app/identity/actions/find_managed_user'
import { listUserSessions } from '#app/identity/actions/user_session'
import type User from '#app/identity/models/user'
import { listUnconfirmed } from '#app/identity/queries/authority_changes'
import { userActions } from '#app/identity/queries/list_users'
import { ROLE_LABELS } from '#app/identity/roles'
import { canManage, type Manager } from '#app/identity/user_authority'
import { userWorkflow } from '#app/identity/workflows/user_workflow'

/** Everything the page of one user shows; null when the manager may not see them. */
export async function userPage(user: User, manager: Manager) {
  const siteIds = await companiesOf(user)
  const isManaged = canManage(manager, { id: user.id, role: user.role, siteIds })
  if (!isManaged && user.id !== manager.id && manager.siteIds !== 'all') return null
  const now = Date.now()
  const locked = [user.lockedUntil, user.codeLockedUntil].some((until) => until && until.toMillis() > now)
  return {
    user: {
      id: user.id,
      name: user.name,
      email: user.email,
      role: user.role,
      roleLabel: ROLE_LABELS[user.role],
      siteIds: siteIds === 'all' ? null : siteIds,
      sharedInbox: user.sharedInbox,
      twoFactor: user.twoFactorEnabled,
      locked,
      status: { label: userWorkflow.label(user.status), tone: userWorkflow.tone(user.status) },
      lastLoginAt: user.lastLoginAt?.toISO() ?? null,
      passwordChangedAt: user.passwordChangedAt?.toISO() ?? null,
      lockVersion: user.lockVersion,
      isSelf: user.id === manager.id,
      actions: isManaged ? userActions({ ...stateOf(user), locked }, manager) : [],
    },
    unconfirmed: (await listUnconfirmed(manager, user.id))[0] ?? null,
    sessions: isManaged ? await listUserSessions(user.id, null) : [],
    events: await listEvents('user', user.id),
  }
}

const stateOf = ({ id, role, status, twoFactorEnabled }: User) => ({ id, role, status, twoFactorEnabled })
