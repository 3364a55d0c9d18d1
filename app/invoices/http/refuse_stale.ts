import type Invoice from '#app/invoices/models/invoice'
import { DomainError } from '#app/kernel/domain_error'

/** Throws E_STALE when somebody changed the invoice after the list showed it. */
export function refuseStale({ lockVersion }: Invoice, shownVersion: number): void {
  if (lockVersion === shownVersion) return
  throw new DomainError('E_STALE', 'Otro usuario ha modificado este registro. Recargue la página.')
}
