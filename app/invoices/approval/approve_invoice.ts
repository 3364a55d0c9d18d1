import type { Actor } from '#app/audit/record_event'
import { moveState } from '#app/invoices/approval/move_state'
import { refuseTakenNumber } from '#app/invoices/approval/refuse_taken_number'
import { refuseUnready } from '#app/invoices/approval/refuse_unready'
import { auditInvoice } from '#app/invoices/auditing/audit_invoice'
import { type Justification, justifyAlarms } from '#app/invoices/auditing/justify_alarms'
import { bookLocked, whyNotBookable } from '#app/invoices/booking/book_invoice'
import { logInvoiceAction } from '#app/invoices/editing/log_action'
import Invoice from '#app/invoices/models/invoice'
import { askApproval } from '#app/invoices/queries/approval_question'
import { invoiceFingerprint } from '#app/invoices/queries/invoice_fingerprint'
import { invoiceWorkflow } from '#app/invoices/workflows/invoice_workflow'
import { inTransaction, type Transaction } from '#app/kernel/database/sql'
import { recordOverride } from '#app/sites/actions/override_approval'
import { countApprovals, recordApproval } from '#app/sites/actions/record_decision'
import type { ApprovalQuestion } from '#app/sites/queries/eligible_approvers'

type Decision = { invoiceId: number; shownFingerprint: string; actor: Actor }
/** `justifications`: why each open alarm does not stand in the way; one text stands for every one. */
type ApproveInput = Decision & { comment?: string | null; justifications?: Justification[] | string }
type OverrideInput = Decision & { reason: string }

/** `notBooked` says why an invoice with all its approvals is not booked yet; null when it is, or is not approved. */
export type ApprovalOutcome = { given: number; required: number; booked: boolean; notBooked: string | null }

/**
 * Approves what was shown. With the last approval it needs the invoice is booked at once where its period is open.
 * Nobody approves what they registered or changed. Throws E_CHANGED, E_FOUR_EYES, E_LIMIT, E_ALARM, E_NUMBER_TAKEN,
 * and at `justifications` while an open alarm is left without its own.
 */
export function approveInvoice({
  comment,
  justifications = [],
  ...decision
}: ApproveInput): Promise<ApprovalOutcome> {
  return decide({ ...decision, justifications }, async (document, trx) => {
    const ownWorkMessage = 'No puede aprobar una factura que usted ha registrado o modificado.'
    await recordApproval({ ...document, comment: comment ?? null, ownWorkMessage }, trx)
  })
}

/**
 * The emergency approval of the system role (area 02), where nobody may approve the invoice: the same checks, and the
 * refusals of `recordOverride`.
 */
export function overrideInvoiceApproval({ reason, ...decision }: OverrideInput): Promise<ApprovalOutcome> {
  return decide({ ...decision, justifications: reason }, (document, trx) =>
    recordOverride({ ...document, reason }, trx)
  )
}

type Shown = {
  question: ApprovalQuestion
  actor: Actor
  shownFingerprint: string
  fingerprint: string
  changedMessage: string
  document: { name: string; currency: string; path: string }
}
type Record = (document: Shown, trx: Transaction) => Promise<void>

type Justified = Decision & { justifications: Justification[] | string }

const decide = (decision: Justified, record: Record): Promise<ApprovalOutcome> =>
  refuseTakenNumber(() => inTransaction((trx) => approve(decision, record, trx)))

async function approve(
  { invoiceId, shownFingerprint, actor, justifications }: Justified,
  record: Record,
  trx: Transaction
): Promise<ApprovalOutcome> {
  const invoice = await Invoice.query({ client: trx }).where('id', invoiceId).forUpdate().firstOrFail()
  invoiceWorkflow.next(invoice.status, 'approve')
  await auditInvoice(invoiceId, trx)
  await refuseUnready(invoice, actor, trx)
  const { siteId } = invoice
  if (!siteId) throw new Error(`Invoice ${invoiceId} is ready without a company`)
  const { question, required } = await askApproval(invoice, siteId, trx)
  await record(
    {
      question,
      actor,
      shownFingerprint,
      fingerprint: await invoiceFingerprint(invoiceId, trx),
      changedMessage: 'La factura ha cambiado desde su revisión. Vuelva a revisarla.',
      document: {
        name: `la factura ${invoice.reference}`,
        currency: invoice.worthCurrency,
        path: `/invoices/${invoiceId}`,
      },
    },
    trx
  )
  const justified = await justifyAlarms({ invoiceId, justifications, actor }, trx)
  const given = (await countApprovals('invoice', [invoiceId], trx)).get(invoiceId) ?? 0
  await logInvoiceAction(
    {
      invoiceId,
      action: 'approved',
      actor,
      after: { given, required, totalMinor: invoice.totalMinor, ...justified },
    },
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
