import { A, type Role, S, SC } from '#app/identity/roles'

/** `source_type` of the payments that no other document asks for. */
export const DIRECT_PAYMENT = 'direct_payment'

/** Who makes them; they are approved like any payment (area 23 §7). */
export const DIRECT_PAYERS: readonly Role[] = [S, A, SC]

/** Codes that it is not booked on: money, what is on its way and what is closed with the year are no place for what is paid. */
export const NOT_BOOKABLE = '^(57|555|129|89)'

/** SQL: an account `a` of the plan that one may be booked on; balances with companies of the group come from their own documents. */
export const IS_BOOKABLE = `a.is_postable and a.active and a.code !~ '${NOT_BOOKABLE}' and coalesce(a.group_balance, 'outside') = 'outside'`
