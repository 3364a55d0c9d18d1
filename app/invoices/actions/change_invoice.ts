import { type Actor, changedFields } from '#app/audit/record_event'
import { auditInvoice } from '#app/invoices/actions/audit_invoice'
import { type InvoiceAction, logInvoiceAction } from '#app/invoices/actions/log_action'
import { refreshSearchText } from '#app/invoices/actions/refresh_search_text'
import Invoice from '#app/invoices/models/invoice'
import type { InvoiceStatus } from '#app/invoices/workflows/invoice_workflow'
import { DomainError } from '#app/kernel/domain_error'
import { inTransaction, type Transaction } from '#app/kernel/sql'
import { revokeDecisions } from '#app/sites/actions/record_decision'

type Change = {
  invoiceId: number
  action: InvoiceAction
  actor: Actor
  /** The version of the form; a different one means that somebody else was faster. */
  lockVersion?: number | undefined
  /** Makes the change on the locked invoice, and on its rows through `trx`. */
  edit: (invoice: Invoice, trx: Transaction) => Promise<void> | void
}

const EDITABLE: InvoiceStatus[] = ['pending_review', 'pending_approval', 'approved', 'analysis_failed']

/**
 * The one way in which the data of an unbooked invoice changes: under its lock, against the version the form
 * showed, logged with before and after, audited again. A change after approval voids the approvals and sends it
 * back to be approved. Gives whether approvals were voided.
 */
export async function changeInvoice({
  invoiceId,
  action,
  actor,
  lockVersion,
  edit,
}: Change): Promise<{ revoked: boolean }> {
  return inTransaction(async (trx) => {
    const invoice = await Invoice.query({ client: trx }).where('id', invoiceId).forUpdate().firstOrFail()
    if (lockVersion !== undefined && lockVersion !== invoice.lockVersion) {
      throw new DomainError('E_STALE', 'Otro usuario ha modificado este registro. Recargue la página.', {
        field: 'form',
      })
    }
    if (!EDITABLE.includes(invoice.status)) {
      throw new DomainError('E_NOT_EDITABLE', 'La factura ya no se puede modificar en su estado actual.')
    }
    const before = { ...invoice.serialize() }
    const shownBefore = invoice.fingerprint
    await edit(invoice, trx)
    invoice.lockVersion += 1
    invoice.updatedBy = actor.userId
    const revoked =
      shownBefore !== invoice.fingerprint && (await revokeDecisions('invoice', invoiceId, trx)) > 0
    if (shownBefore !== invoice.fingerprint) invoice.totalsEditedBy = actor.userId
    if (revoked || (invoice.status === 'approved' && shownBefore !== invoice.fingerprint))
      invoice.status = 'pending_approval'
    await invoice.save()
    const diff = changedFields(shown(before), shown(invoice.serialize()))
    await logInvoiceAction({ invoiceId, action, actor, before: pick(diff, 0), after: pick(diff, 1) }, trx)
    await refreshSearchText(invoiceId, trx)
    await auditInvoice(invoiceId, trx)
    return { revoked }
  })
}

const HIDDEN = new Set([
  'reading',
  'updated_at',
  'updated_by',
  'lock_version',
  'search_text',
  'totals_edited_by',
  'open_alarms',
  'alarm_max',
])

const shown = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !HIDDEN.has(name)))

const pick = (diff: Record<string, [unknown, unknown]> | null, side: 0 | 1) =>
  diff ? Object.fromEntries(Object.entries(diff).map(([field, pair]) => [field, pair[side]])) : null
