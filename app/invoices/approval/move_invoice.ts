import type { Actor } from '#app/audit/record_event'
import { moveState } from '#app/invoices/approval/move_state'
import { auditCopiesOf } from '#app/invoices/auditing/audit_copies'
import { auditInvoice } from '#app/invoices/auditing/audit_invoice'
import { tellRegistrars } from '#app/invoices/intake/tell_registrars'
import Invoice from '#app/invoices/models/invoice'
import type { InvoiceTransition } from '#app/invoices/workflows/invoice_workflow'
import { inTransaction, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { givenReason } from '#app/kernel/text/given_reason'
import { revokeDecisions } from '#app/sites/actions/record_decision'

/** Sends it back to review, or refuses it, with a reason for who registered it. */
export async function turnDownInvoice(
  invoiceId: number,
  transition: 'return' | 'reject',
  reason: string,
  actor: Actor
): Promise<void> {
  givenReason(reason)
  await withLock(invoiceId, async (invoice, trx) => {
    const action = transition === 'return' ? 'returned' : 'rejected'
    await moveState(invoice, { transition, actor, action, reason }, trx)
    if (transition === 'reject') invoice.rejectionReason = reason
    await tellRegistrars(invoice, { transition, reason }, actor, trx)
    await revokeDecisions('invoice', invoiceId, trx)
    await invoice.save()
  })
  await auditCopiesOf(invoiceId)
}

type PlainMove = 'complete_by_hand' | 'dispute' | 'resolve' | 'recover' | 'cancel'

/** The plain changes of state, each with its reason where one is asked for. A dispute ends where it began. */
export async function moveInvoice(
  invoiceId: number,
  move: PlainMove,
  reason: string | null,
  actor: Actor
): Promise<void> {
  if (move !== 'complete_by_hand' && move !== 'recover') givenReason(reason)
  await withLock(invoiceId, async (invoice, trx) => {
    const transition = move === 'resolve' ? resolutionOf(invoice) : move
    await moveState(invoice, { transition, actor, action: 'field_changed', reason }, trx)
    if (move === 'dispute') invoice.disputeReason = reason
    if (move === 'resolve') invoice.disputeReason = null
    if (move === 'recover') invoice.merge({ duplicateOfId: null, rejectionReason: null })
    await invoice.save()
    await auditInvoice(invoiceId, trx)
  })
  await auditCopiesOf(invoiceId)
}

const resolutionOf = ({ journalEntryId }: Invoice): InvoiceTransition =>
  journalEntryId === null ? 'resolve_approved' : 'resolve_booked'

/**
 * Puts a copy aside, pointing at the original: a live invoice of the same supplier. Both are locked, in the order of
 * their keys, so that two invoices are never each other's copy. Throws at `original_id`.
 */
export async function markDuplicate(invoiceId: number, originalId: number, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    const locked = await Invoice.query({ client: trx })
      .whereIn('id', [invoiceId, originalId])
      .orderBy('id')
      .forUpdate()
    const invoice = locked.find(({ id }) => id === invoiceId)
    const original = locked.find(({ id }) => id === originalId && id !== invoiceId)
    if (!invoice) throw new Error(`Invoice ${invoiceId} does not exist`)
    if (!original || original.providerId === null || original.providerId !== invoice.providerId)
      throw new DomainError('E_ORIGINAL', 'Elija la factura original, del mismo proveedor.', {
        field: 'original_id',
      })
    if (['cancelled', 'rejected', 'duplicate'].includes(original.status))
      throw new DomainError('E_ORIGINAL', `${original.reference} no está vigente: elija otra factura.`, {
        field: 'original_id',
      })
    await moveState(
      invoice,
      {
        transition: 'mark_duplicate',
        actor,
        action: 'merged_duplicate',
        after: { original: original.reference },
      },
      trx
    )
    invoice.duplicateOfId = originalId
    await revokeDecisions('invoice', invoiceId, trx)
    await invoice.save()
    await auditInvoice(invoiceId, trx)
  })
  await auditCopiesOf(invoiceId)
}

/** Works on an invoice under its row lock. */
async function withLock<T>(
  invoiceId: number,
  work: (invoice: Invoice, trx: Transaction) => Promise<T>
): Promise<T> {
  return inTransaction(async (trx) => {
    const invoice = await Invoice.query({ client: trx }).where('id', invoiceId).forUpdate().firstOrFail()
    return work(invoice, trx)
  })
}
