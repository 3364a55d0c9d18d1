import { DateTime } from 'luxon'
import type { Actor } from '#app/audit/record_event'
import { moveState } from '#app/invoices/approval/move_state'
import { refuseUnready } from '#app/invoices/approval/refuse_unready'
import { tellApprovers } from '#app/invoices/approval/tell_approvers'
import { auditInvoice } from '#app/invoices/auditing/audit_invoice'
import { refreshRate } from '#app/invoices/intake/keep_rate'
import { learnInvoice } from '#app/invoices/learning/learn_invoice'
import Invoice from '#app/invoices/models/invoice'
import { askApproval } from '#app/invoices/queries/approval_question'
import { inSavepoint, inTransaction, type Transaction } from '#app/kernel/database/sql'
import { isDomainError } from '#app/kernel/domain_error'

/** Hands a reviewed invoice to its approvers. Throws with what is still missing or would keep it from being booked. */
export function submitInvoice(invoiceId: number, actor: Actor, outer?: Transaction): Promise<void> {
  return inTransaction(async (trx) => {
    const invoice = await Invoice.query({ client: trx }).where('id', invoiceId).forUpdate().firstOrFail()
    await refreshRate(invoice, actor, trx)
    await auditInvoice(invoiceId, trx)
    await moveState(invoice, { transition: 'submit', actor, action: 'submitted' }, trx)
    await refuseUnready(invoice, actor, trx)
    if (!invoice.siteId) throw new Error(`Invoice ${invoiceId} is ready without a company`)
    const { required, question } = await askApproval(invoice, invoice.siteId, trx)
    invoice.merge({ submittedBy: actor.userId, submittedAt: DateTime.now(), requiredApprovals: required })
    await invoice.save()
    await tellApprovers(invoice, question, trx)
    await learnInvoice(invoice, 'everything', actor.userId, trx)
  }, outer)
}

/** The same where it is ready; it stays in review where it is not, for a person to complete. */
export async function submitIfReady(invoiceId: number, actor: Actor, trx: Transaction): Promise<void> {
  try {
    await inSavepoint((attempt) => submitInvoice(invoiceId, actor, attempt), trx)
  } catch (error) {
    if (!isDomainError(error)) throw error
  }
}
