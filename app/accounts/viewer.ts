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

/** Who opens, renames and retires accounts of the plan (area 01 §6). */
export const mayEditPlan = ({ role }: Viewer): boolean => role === 's1st3ma' || role === 'superC0ntab1l1dad'

/** What stands for a concept of payroll where its detail is not shown. */
export const RESTRICTED_PAYROLL = 'Nómina - detalle restringido'

/** Who may bring statements and take them back. */
export const mayImport = ({ role }: Viewer): boolean => [S, SC, C].includes(role)
