import type { Actor } from '#app/audit/record_event'
import { type ApprovalOutcome, approveInvoice } from '#app/invoices/approval/approve_invoice'
import { oneRow } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

type Listed = { invoiceId: number; lockVersion: number; actor: Actor }

/**
 * Approves an invoice from the list, as the list showed it: every change raises the version. One with open alarms is
 * approved on its own page, where each is justified. Throws E_CHANGED, E_ALARM and what `approveInvoice` throws.
 */
export async function approveAsListed({ invoiceId, lockVersion, actor }: Listed): Promise<ApprovalOutcome> {
  const now = await oneRow<{ lockVersion: number; openAlarms: number; fingerprint: string }>(
    `select lock_version, open_alarms, invoice_fingerprint(i) as fingerprint from invoices i where id = :invoiceId`,
    { invoiceId }
  )
  if (now.lockVersion !== lockVersion)
    throw new DomainError('E_CHANGED', 'La factura ha cambiado desde su revisión. Vuelva a revisarla.')
  if (now.openAlarms > 0)
    throw new DomainError('E_ALARM', 'tiene alarmas abiertas: ábrala y justifique cada una.')
  return approveInvoice({ invoiceId, shownFingerprint: now.fingerprint, actor })
}
