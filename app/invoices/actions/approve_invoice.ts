import type { Actor } from '#app/audit/record_event'
import { auditInvoice } from '#app/invoices/actions/audit_invoice'
import { bookLocked, whyNotBookable } from '#app/invoices/actions/book_invoice'
import { logInvoiceAction } from '#app/invoices/actions/log_action'
import { moveState } from '#app/invoices/actions/move_state'
import { refuseUnready } from '#app/invoices/actions/refuse_unready'
import Invoice from '#app/invoices/models/invoice'
import { askApproval } from '#app/invoices/queries/approval_question'
import { invoiceFingerprint } from '#app/invoices/queries/invoice_fingerprint'
import { invoiceWorkflow } from '#app/invoices/workflows/invoice_workflow'
import { violatedConstraint } from '#app/kernel/database_error'
import { DomainError } from '#app/kernel/domain_error'
import { inTransaction, type Transaction } from '#app/kernel/sql'
import { recordApproval } from '#app/sites/actions/record_decision'

type ApproveInput = { invoiceId: number; shownFingerprint: string; comment?: string | null; actor: Actor }

/** `notBooked` says why an invoice with all its approvals is not booked yet; null when it is, or is not approved. */
export type ApprovalOutcome = { given: number; required: number; booked: boolean; notBooked: string | null }

/**
 * Approves what was shown. With the last approval it needs the invoice is booked at once where its period is open.
 * Nobody approves what they registered or changed. Throws E_CHANGED, E_FOUR_EYES, E_LIMIT, E_ALARM, E_NUMBER_TAKEN.
 */
export async function approveInvoice(input: ApproveInput): Promise<ApprovalOutcome> {
  try {
    return await inTransaction((trx) => approve(input, trx))
  } catch (error) {
    if (violatedConstraint(error) !== 'invoices_number_once') throw error
    throw new DomainError(
      'E_NUMBER_TAKEN',
      'Ya hay otra factura aprobada de este proveedor con el mismo número y año: márquela como duplicada o corrija el número.',
      { cause: error }
    )
  }
}

async function approve(
  { invoiceId, shownFingerprint, comment, actor }: ApproveInput,
  trx: Transaction
): Promise<ApprovalOutcome> {
  const invoice = await Invoice.query({ client: trx }).where('id', invoiceId).forUpdate().firstOrFail()
  invoiceWorkflow.next(invoice.status, 'approve')
  await auditInvoice(invoiceId, trx)
  await refuseUnready(invoice, actor, trx)
  const { siteId } = invoice
  if (!siteId) throw new Error(`Invoice ${invoiceId} is ready without a company`)
  const { question, required } = await askApproval(invoice, siteId, trx)
  const given = await recordApproval(
    {
      question,
      actor,
      shownFingerprint,
      fingerprint: await invoiceFingerprint(invoiceId, trx),
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
  invoice.requiredApprovals = required
  if (given < required) {
    await invoice.save()
    return { given, required, booked: false, notBooked: null }
  }
  await moveState(invoice, { transition: 'approve', actor, action: null }, trx)
  await invoice.save()
  const notBooked = await whyNotBookable(invoice, trx)
  if (notBooked === null) await bookLocked(invoice, actor, trx)
  return { given, required, booked: notBooked === null, notBooked }
}
