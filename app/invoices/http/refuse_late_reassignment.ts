import { C, type Role } from '#app/identity/roles'
import type Invoice from '#app/invoices/models/invoice'
import { AccessDenied } from '#app/kernel/http/access_denied'

/** C reassigns until the invoice is approved; once it is, the others do (area 05 §2). Throws AccessDenied. */
export function refuseLateReassignment({ status }: Invoice, role: Role): void {
  if (role === C && ['approved', 'booked', 'disputed'].includes(status)) throw new AccessDenied()
}
