import type { Role } from '#app/identity/roles'

/** Who reads the page of a loan; `isOwn`: they work with both of its companies, and may change it. */
export type LoanViewer = { id: number; role: Role; isOwn: boolean; siteIds: number[] | 'all' }
