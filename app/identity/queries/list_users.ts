import { ROLE_LABELS, type Role } from '#app/identity/roles'
import { canManage, canResetTwoFactor, type Manager, rolesGivenBy } from '#app/identity/user_authority'
import { userWorkflow } from '#app/identity/workflows/user_workflow'
import { steadyRows } from '#app/kernel/database/sql'
import type { Badge } from '#app/kernel/lists/list_columns'
import { COUNT_CAP } from '#app/kernel/lists/list_counts'
import type { Filter, List, ListDefinition } from '#app/kernel/lists/listing'

export type UserRow = {
  id: number
  name: string
  email: string
  role: string
  companies: string
  twoFactor: boolean
  locked: boolean
  status: Badge
  lastLoginAt: string | null
  actions: string[]
}

const definition: ListDefinition = {
  from: 'users u',
  key: 'u.id',
  joins: `left join lateral (select array_agg(x.site_id order by x.site_id) as ids, string_agg(s.code, ', ' order by s.code) as codes
      from user_sites x join sites s on s.id = x.site_id where x.user_id = u.id) c on true`,
  select: `u.id, u.name, u.email::text, u.role, u.status, u.all_sites, u.two_factor_enabled, u.last_login_at, c.ids as site_ids, c.codes,
    (coalesce(u.locked_until > now(), false) or coalesce(u.code_locked_until > now(), false)) as locked`,
  sorts: {
    name: { sql: 'u.name collate "es-x-icu"', type: 'text' },
    email: { sql: 'u.email::text', type: 'text' },
    last_login_at: { sql: 'u.last_login_at', type: 'timestamptz' },
  },
  defaultSort: 'name',
}

export const USER_TABS: Record<string, string> = {
  current: `u.status in ('active', 'invited', 'suspended')`,
  active: `u.status = 'active'`,
  invited: `u.status = 'invited'`,
  suspended: `u.status = 'suspended'`,
  archived: `u.status = 'archived'`,
}

type Found = {
  id: number
  name: string
  email: string
  role: Role
  status: keyof typeof userWorkflow.states
  allSites: boolean
  twoFactorEnabled: boolean
  lastLoginAt: Date | null
  siteIds: number[] | null
  codes: string | null
  locked: boolean
}

/** Users with what a manager may do to each. */
export const usersListFor = (manager: Manager): List<Found, UserRow> => ({
  name: 'usuarios',
  definition,
  toRow: (found) => userRow(found, manager),
  columns: [
    { key: 'name', title: 'Nombre', kind: 'name', sort: 'name', file: { width: 32 } },
    { key: 'email', title: 'Email', kind: 'text', sort: 'email', width: 240, file: { width: 32 } },
    { key: 'role', title: 'Rol', kind: 'text', file: { width: 26 } },
    { key: 'companies', title: 'Empresas', kind: 'text' },
    { key: 'twoFactor', title: '2FA', kind: 'own', file: { value: (row) => (row.twoFactor ? 'Sí' : 'No') } },
    { key: 'status', title: 'Estado', kind: 'badge', card: 'figure' },
    { key: 'lastLoginAt', title: 'Último acceso', kind: 'instant', sort: 'last_login_at' },
  ],
})

function userRow(found: Found, manager: Manager): UserRow {
  const managed = {
    id: found.id,
    role: found.role,
    siteIds: found.allSites ? ('all' as const) : (found.siteIds ?? []),
  }
  return {
    id: found.id,
    name: found.name,
    email: found.email,
    role: ROLE_LABELS[found.role],
    companies: found.allSites || found.role === 's1st3ma' ? 'Todas' : (found.codes ?? 'Ninguna'),
    twoFactor: found.twoFactorEnabled,
    locked: found.locked,
    status: { label: userWorkflow.label(found.status), tone: userWorkflow.tone(found.status) },
    lastLoginAt: found.lastLoginAt?.toISOString() ?? null,
    actions: canManage(manager, managed) ? userActions(found, manager) : [],
  }
}

type State = Pick<Found, 'id' | 'role' | 'status' | 'twoFactorEnabled' | 'locked'>

/** What a manager may do to a user whom they may change, in the order of the menu. */
export function userActions(user: State, manager: Manager): string[] {
  const isSelf = user.id === manager.id
  const isHere = user.status === 'active' || user.status === 'invited'
  const may: [string, boolean][] = [
    ['edit', user.status !== 'archived'],
    ['resend', user.status === 'invited'],
    ['reset_password', user.status === 'active'],
    [
      'reset_two_factor',
      user.status === 'active' && user.twoFactorEnabled && !isSelf && canResetTwoFactor(manager, user.role),
    ],
    ['unlock', user.locked],
    ['close_sessions', isHere && !isSelf],
  ]
  return [
    ...may.filter(([, allowed]) => allowed).map(([name]) => name),
    ...(isSelf ? [] : userWorkflow.available(user.status, manager.role)),
  ]
}

/** Users whom a manager sees: those within their companies; everybody when they have them all. */
export function limitToManaged(manager: Manager, filter: Filter): void {
  const shown = rolesGivenBy(manager.role)
  if (shown.length === 0) throw new Error(`${manager.role} manages nobody`)
  if (manager.siteIds === 'all') return
  filter.where.push(
    `(u.id = :managerId or (not u.all_sites and u.role <> 's1st3ma' and not exists
       (select 1 from user_sites x where x.user_id = u.id and x.site_id <> all(:managerSiteIds::bigint[]))))`
  )
  Object.assign(filter.bindings, { managerId: manager.id, managerSiteIds: manager.siteIds })
}

/** How many users each tab holds, of those the manager sees; beyond ten thousand only that there are more. */
export async function countUserTabs(manager: Manager): Promise<Record<string, number>> {
  const filter: Filter = { where: ['true'], bindings: {} }
  limitToManaged(manager, filter)
  const where = filter.where.join(' and ')
  const parts = Object.entries(USER_TABS).map(
    ([tab, condition]) =>
      `(select count(*)::int from (select 1 from users u where ${condition} and ${where} limit ${COUNT_CAP}) capped) as "${tab}"`
  )
  const [counts] = await steadyRows<Record<string, number>>(`select ${parts.join(', ')}`, filter.bindings)
  return counts ?? {}
}

/** SQL: what the filter of the second factor asks of a user `u`. */
export const TWO_FACTOR_STATES: Record<string, string> = {
  yes: 'u.two_factor_enabled',
  no: 'not u.two_factor_enabled',
}

/** SQL: a user `u` who works with one of the companies that a condition over `x.site_id` leaves. */
export const worksWith = (condition: string): string =>
  `(u.all_sites or u.role = 's1st3ma' or exists (select 1 from user_sites x where x.user_id = u.id and ${condition}))`
