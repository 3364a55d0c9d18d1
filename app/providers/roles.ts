import { A, type Role, S, SC } from '#app/identity/roles'

/** Who decides on the bank details and the reserve fund of a supplier, and may see a whole IBAN (area 04 §7). */
export const PROVIDER_KEEPERS: readonly Role[] = [S, A, SC]

/** Who merges, deletes and unblocks suppliers, and opens what was agreed with them. */
export const PROVIDER_LEADS: readonly Role[] = [S, A]

/** Who changes categories. */
export const CATEGORY_KEEPERS: readonly Role[] = [S, SC]

/** Whether a role is one of them: what a page offers is asked with the roles of the route that does it. */
export const isOneOf = (roles: readonly Role[], role: string): boolean => roles.some((one) => one === role)
