import { C, type Role, S, SC } from '#app/identity/roles'

/** Who looks at accounts, and over which companies. */
export type Viewer = { userId: number; role: Role; siteIds: number[] | 'all' }

type SignedInLike = { user: { id: number; role: Role }; siteIds: number[] | 'all' }

export function viewerOf({ user, siteIds }: SignedInLike): Viewer {
  return { userId: user.id, role: user.role, siteIds }
}

/** User administration sees that accounts exist, never what is in them (area 01 §6). */
export const seesBalances = ({ role }: Viewer): boolean => role !== 'adm1n1strat0r'

/** Who may copy a whole IBAN; everybody else sees it masked (area 20 §1). */
export const seesWholeIban = ({ role }: Viewer): boolean =>
  role === 's1st3ma' || role === 'aprobador' || role === 'superC0ntab1l1dad'

/** Whether somebody may read what each person earns: c0ntab1l1dad sees payroll entries without their detail (area 01 §6). */
export const seesPayroll = ({ role }: Viewer): boolean => role !== 'c0ntab1l1dad'

/** Who keeps main accounts, the plan, the periods and the rates: their routes and what their pages offer (area 01 §6). */
export const BOOK_KEEPERS: Role[] = [S, SC]
export const canKeepBooks = ({ role }: Pick<Viewer, 'role'>): boolean => BOOK_KEEPERS.includes(role)

/** Who brings statements, reconciles, letters and drafts entries. */
export const BOOK_CLERKS: Role[] = [S, SC, C]
export const canDraftBooks = ({ role }: Pick<Viewer, 'role'>): boolean => BOOK_CLERKS.includes(role)

/** Who brings the statements of an account, reconciles it and takes that back: not without the permission on it. */
export const canReconcile = (viewer: Viewer, account: { canReconcile: boolean }): boolean =>
  canDraftBooks(viewer) && account.canReconcile

/** What stands for a concept of payroll where its detail is not shown. */
export const RESTRICTED_PAYROLL = 'Nómina - detalle restringido'
