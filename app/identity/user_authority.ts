import { AD, C, ROLES, type Role, S, SC } from '#app/identity/roles'
import { DomainError } from '#app/kernel/domain_error'

/** Who manages users: their role and the companies they work with. `null` is the system itself. */
export type Manager = { id: number; role: Role; siteIds: number[] | 'all' }
/** Whom they manage. */
export type Managed = { id: number; role: Role; siteIds: number[] | 'all' }

/** Roles that a manager may give: adm1n1strat0r hands out no power to pay (area 03 §1). */
export function rolesGivenBy(role: Role): readonly Role[] {
  if (role === S) return ROLES
  return role === AD ? [SC, C, AD] : []
}

/** Whose second factor a manager may reset: adm1n1strat0r only that of c0ntab1l1dad and adm1n1strat0r (area 03 §1). */
export function canResetTwoFactor(manager: Pick<Manager, 'role'>, role: Role): boolean {
  return manager.role === S || (manager.role === AD && (role === AD || role === C))
}

/**
 * Whether somebody may change this user at all: within the roles they may give and within their own companies, so that
 * nobody hands out more than they have.
 */
export function canManage(manager: Manager, managed: Managed): boolean {
  return rolesGivenBy(manager.role).includes(managed.role) && coversCompanies(manager.siteIds, managed)
}

function coversCompanies(own: number[] | 'all', { role, siteIds }: Managed): boolean {
  if (own === 'all') return true
  return role !== S && siteIds !== 'all' && siteIds.every((siteId) => own.includes(siteId))
}

/** Throws at `role` or `site_ids` when a manager would give what they may not. */
export function refuseBeyondAuthority(manager: Manager, wanted: Omit<Managed, 'id'>): void {
  if (!rolesGivenBy(manager.role).includes(wanted.role))
    throw new DomainError('E_ROLE', 'No puede asignar este rol.', { field: 'role' })
  if (wanted.siteIds !== 'all' && wanted.siteIds.length === 0 && wanted.role !== S)
    throw new DomainError('E_SITES', 'Seleccione al menos una empresa.', { field: 'site_ids' })
  if (!coversCompanies(manager.siteIds, { id: 0, ...wanted }))
    throw new DomainError('E_SITES', 'Solo puede asignar empresas de su ámbito.', { field: 'site_ids' })
}
