import { type Actor, recordEvent } from '#app/audit/record_event'
import { auditInvoice } from '#app/invoices/actions/audit_invoice'
import { bookLocked } from '#app/invoices/actions/book_invoice'
import { type InvoiceAction, logInvoiceAction } from '#app/invoices/actions/log_action'
import Invoice from '#app/invoices/models/invoice'
import { type InvoiceTransition, invoiceWorkflow } from '#app/invoices/workflows/invoice_workflow'
import { today } from '#app/kernel/calendar_date'
import { DomainError } from '#app/kernel/domain_error'
import { inTransaction, row, rows, type Transaction } from '#app/kernel/sql'
import { isMonthOpen } from '#app/ledger/queries/periods'
import { recordApproval, revokeDecisions } from '#app/sites/actions/record_decision'
import { requiredApprovals } from '#app/sites/queries/required_approvals'

/** Hands a reviewed invoice to its approvers. Throws with what is still missing. */
export function submitInvoice(invoiceId: number, actor: Actor): Promise<void> {
  return withLock(invoiceId, async (invoice, trx) => {
    await auditInvoice(invoiceId, trx)
    await refuseIncomplete(invoice, trx)
    await move(invoice, 'submit', actor, 'submitted', trx)
    invoice.submittedBy = actor.userId
    await invoice.save()
  })
}

type ApproveInput = { invoiceId: number; shownFingerprint: string; comment?: string | null; actor: Actor }
export type ApprovalOutcome = { given: number; required: number; booked: boolean }

/**
 * Approves what was shown. With the last approval it needs the invoice is booked at once where its period is
 * open. Nobody approves what they registered or whose amounts they changed last.
 */
export function approveInvoice({
  invoiceId,
  shownFingerprint,
  comment,
  actor,
}: ApproveInput): Promise<ApprovalOutcome> {
  return withLock(invoiceId, async (invoice, trx) => {
    if (!invoiceWorkflow.can(invoice.status, 'approve')) invoiceWorkflow.next(invoice.status, 'approve')
    await auditInvoice(invoiceId, trx)
    await refuseBlocked(invoice, trx)
    const { siteId } = invoice
    if (!siteId) throw new DomainError('E_INCOMPLETE', 'Falta la empresa.')
    const question = {
      siteId,
      kind: 'invoice' as const,
      amountMinor: invoice.totalMinor,
      excludedUserIds: [invoice.createdBy, invoice.totalsEditedBy],
      documentType: 'invoice',
      documentId: invoiceId,
    }
    const { required } = await requiredApprovals(question, trx)
    const given = await recordApproval(
      {
        question,
        actor,
        shownFingerprint,
        fingerprint: invoice.fingerprint,
        comment: comment ?? null,
        ownWorkMessage: 'No puede aprobar una factura que usted ha registrado o modificado.',
        changedMessage: 'La factura ha cambiado desde su revisión. Vuelva a revisarla.',
      },
      trx
    )
    await logInvoiceAction(
      { invoiceId, action: 'approved', actor, after: { given, required, totalMinor: invoice.totalMinor } },
      trx
    )
    if (given < required) return { given, required, booked: false }
    await move(invoice, 'approve', actor, null, trx)
    await invoice.save()
    const booked = await canBook(invoice, trx)
    if (booked) await bookLocked(invoice, actor, trx)
    return { given, required, booked }
  })
}

/** Sends it back to review, or refuses it, with a reason for who registered it. */
export function turnDownInvoice(
  invoiceId: number,
  transition: 'return' | 'reject',
  reason: string,
  actor: Actor
): Promise<void> {
  if (reason.trim().length < 5) throw new DomainError('E_REASON', 'Indique el motivo.', { field: 'reason' })
  return withLock(invoiceId, async (invoice, trx) => {
    await move(invoice, transition, actor, transition === 'return' ? 'returned' : 'rejected', trx, reason)
    if (transition === 'reject') invoice.rejectionReason = reason
    await revokeDecisions('invoice', invoiceId, trx)
    await invoice.save()
  })
}

/** The plain changes of state, each with its reason where one is asked for. */
export function moveInvoice(
  invoiceId: number,
  transition: Extract<
    InvoiceTransition,
    'complete_by_hand' | 'dispute' | 'resolve_booked' | 'recover' | 'cancel'
  >,
  reason: string | null,
  actor: Actor
): Promise<void> {
  if (transition !== 'complete_by_hand' && transition !== 'recover' && (reason ?? '').trim().length < 5) {
    throw new DomainError('E_REASON', 'Indique el motivo.', { field: 'reason' })
  }
  return withLock(invoiceId, async (invoice, trx) => {
    if (transition === 'dispute' && invoice.status === 'approved')
      throw new DomainError('E_TRANSITION', 'Contabilice la factura antes de disputarla.')
    await move(invoice, transition, actor, 'field_changed', trx, reason)
    if (transition === 'dispute') invoice.disputeReason = reason
    if (transition === 'resolve_booked') invoice.disputeReason = null
    await invoice.save()
    await auditInvoice(invoiceId, trx)
  })
}

/** Puts a copy aside, pointing at the original. */
export function markDuplicate(invoiceId: number, originalId: number, actor: Actor): Promise<void> {
  return withLock(invoiceId, async (invoice, trx) => {
    const original = await row<{ id: number }>(
      `select id from invoices where id = :originalId and id <> :invoiceId`,
      { originalId, invoiceId },
      trx
    )
    if (!original) throw new DomainError('E_ORIGINAL', 'Elija la factura original.', { field: 'original_id' })
    await move(invoice, 'mark_duplicate', actor, 'merged_duplicate', trx)
    invoice.duplicateOfId = originalId
    await revokeDecisions('invoice', invoiceId, trx)
    await invoice.save()
  })
}

async function withLock<T>(
  invoiceId: number,
  work: (invoice: Invoice, trx: Transaction) => Promise<T>
): Promise<T> {
  return inTransaction(async (trx) => {
    const invoice = await Invoice.query({ client: trx }).where('id', invoiceId).forUpdate().firstOrFail()
    return work(invoice, trx)
  })
}

async function move(
  invoice: Invoice,
  transition: InvoiceTransition,
  actor: Actor,
  action: InvoiceAction | null,
  trx: Transaction,
  reason: string | null = null
): Promise<void> {
  const from = invoice.status
  invoice.status = invoiceWorkflow.next(from, transition)
  invoice.lockVersion += 1
  invoice.updatedBy = actor.userId
  if (action)
    await logInvoiceAction(
      {
        invoiceId: invoice.id,
        action,
        actor,
        before: { status: from },
        after: { status: invoice.status, reason },
      },
      trx
    )
  await recordEvent(
    {
      actor,
      objectType: 'invoice',
      objectId: invoice.id,
      siteId: invoice.siteId,
      event: `invoice.${transition}`,
      from,
      to: invoice.status,
      reason,
    },
    trx
  )
}

async function canBook(invoice: Invoice, trx: Transaction): Promise<boolean> {
  const { siteId, issuedOn } = invoice
  if (!siteId || !issuedOn || invoice.docType === 'proforma' || invoice.docType === 'receipt') return false
  return (await isMonthOpen(siteId, issuedOn, trx)) || (await isMonthOpen(siteId, today(), trx))
}

async function refuseIncomplete(invoice: Invoice, trx: Transaction): Promise<void> {
  const missing = [
    invoice.siteId ? null : 'la empresa',
    invoice.providerId ? null : 'el proveedor',
    invoice.invoiceNumber ? null : 'el número',
    invoice.issuedOn ? null : 'la fecha de emisión',
    invoice.totalMinor === 0 ? 'los importes' : null,
  ].filter((part) => part !== null)
  if (missing.length > 0) throw new DomainError('E_INCOMPLETE', `Falta completar ${missing.join(', ')}.`)
  const lines = await rows<{ open: boolean }>(
    `select category_id is null or account_code is null as open from invoice_lines where invoice_id = :id`,
    { id: invoice.id },
    trx
  )
  if (lines.length === 0) throw new DomainError('E_LINES', 'La factura debe conservar al menos una línea.')
  if (lines.some((line) => line.open))
    throw new DomainError('E_UNCLASSIFIED', 'Clasifique todas las líneas antes de enviarla.')
  await refuseBlocked(invoice, trx)
}

/** B1 waits for the bank detail to be verified; it stops the payment, not the approval of the invoice itself. */
async function refuseBlocked(invoice: Invoice, trx: Transaction): Promise<void> {
  const blocking = await row<{ message: string }>(
    `select message from invoice_alarms where invoice_id = :id and status = 'open' and severity = 'blocking' and rule_code not in ('B1', 'B5') order by id limit 1`,
    { id: invoice.id },
    trx
  )
  if (blocking) throw new DomainError('E_ALARM', `Hay una alarma bloqueante: ${blocking.message}`)
}
