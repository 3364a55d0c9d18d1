import { A, type Role, S, SC } from '#app/identity/roles'

/** `source_type` of the payments of transfers between accounts of a company. */
export const OWN_TRANSFER = 'own_transfer'

/** Who makes them; they are approved like any payment (area 25 §4). */
export const TRANSFERRERS: readonly Role[] = [S, A, SC]
